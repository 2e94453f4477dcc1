//! A reader of XML as far as pictures have it, strict about what it reads: every tag closed, every name of
//! an attribute once, every mark escaped.

/// An element with the text that stands directly in it.
#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
    pub text: String,
}

impl Element {
    /// The value of an attribute, empty where it is not there.
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
    }

    /// This element and all below it.
    pub fn visit(&self, see: &mut dyn FnMut(&Element)) {
        see(self);
        self.children.iter().for_each(|child| child.visit(see));
    }
}

/// The root of a document without a prolog.
pub fn parse(text: &str) -> Result<Element, String> {
    let mut rest = text;
    let root = element(&mut rest)?;
    if rest.trim().is_empty() { Ok(root) } else { Err(format!("after the root: {rest:.40}")) }
}

fn element(rest: &mut &str) -> Result<Element, String> {
    let tag = rest.strip_prefix('<').ok_or_else(|| format!("no tag: {rest:.40}"))?;
    let end = tag.find('>').ok_or("a tag without an end")?;
    let (inside, after) = (&tag[..end], &tag[end + 1..]);
    let (inside, empty) = inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
    let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
    if name.is_empty() || !name.chars().all(char::is_alphanumeric) {
        return Err(format!("no name: {inside:.40}"));
    }
    let mut own = Element { name: name.to_owned(), attributes: read(attributes)?, ..Element::default() };
    *rest = after;
    if empty {
        return Ok(own);
    }
    loop {
        let next = rest.find('<').ok_or_else(|| format!("<{name}> is not closed"))?;
        own.text.push_str(&unescaped(&rest[..next])?);
        *rest = &rest[next..];
        if let Some(closing) = rest.strip_prefix("</") {
            let end = closing.find('>').ok_or("a tag without an end")?;
            if &closing[..end] != name {
                return Err(format!("<{name}> is closed by </{}>", &closing[..end]));
            }
            *rest = &closing[end + 1..];
            break;
        }
        own.children.push(element(rest)?);
    }
    Ok(own)
}

fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").ok_or_else(|| format!("no attribute: {rest:.40}"))?;
        let (value, after) = after.split_once('"').ok_or("an attribute without an end")?;
        if found.iter().any(|(own, _)| own == name) {
            return Err(format!("`{name}` twice"));
        }
        found.push((name.to_owned(), unescaped(value)?));
        rest = after.trim_start();
    }
    Ok(found)
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut parts = text.split('&');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (entity, rest) = part.split_once(';').ok_or_else(|| format!("a bare &: {part:.40}"))?;
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            other => return Err(format!("no entity `{other}`")),
        });
        out.push_str(rest);
    }
    if text.contains('<') { Err("a bare <".to_owned()) } else { Ok(out) }
}
