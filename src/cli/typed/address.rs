//! Addresses of pages: nothing here reads the network, but who has one is a command away from the text.

/// What to do with an address in place of a page or a name; `None` for what is no address.
pub(in crate::cli) fn address_advice(name: &str) -> Option<String> {
    let (scheme, rest) = name.split_once("://")?;
    if !matches!(scheme, "http" | "https") {
        return None;
    }
    let whole = rest.split_once('#').map_or(rest, |(whole, _)| whole);
    let raw = match whole.split_once('?') {
        None => format!("{scheme}://{whole}?action=raw"),
        Some((_, query)) if query.split('&').any(|part| part == "action=raw") => {
            format!("{scheme}://{whole}")
        }
        Some(_) => format!("{scheme}://{whole}&action=raw"),
    };
    Some(format!(
        "`{name}` is an address, and trueodds reads no network; fetch the text of the page and hand it over: \
         `curl -fsSL '{raw}' | trueodds verify --page -`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_raw_text_of_a_wiki_page_is_asked_for_once() {
        let raw = |address: &str| {
            let advice = address_advice(address)?;
            let (_, rest) = advice.split_once("-fsSL '")?;
            Some(rest.split_once('\'')?.0.to_owned())
        };
        let wiki = "https://x.wiki.gg/wiki/Room_Clear_Awards";
        let expected = Some(format!("{wiki}?action=raw"));
        assert_eq!(raw(wiki), expected);
        assert_eq!(raw(&format!("{wiki}#Luck")), expected);
        assert_eq!(raw(&format!("{wiki}?action=raw")), expected);
        let by_query = "https://x.fandom.com/index.php?title=Luck";
        assert_eq!(raw(by_query), Some(format!("{by_query}&action=raw")));
        assert_eq!(raw("isaac/floor"), None);
        assert_eq!(raw("C://x"), None);
    }
}
