//! Words that stand for the signs of a table of MediaWiki inside a template: `{{!}}` for `|`.

use std::borrow::Cow;

/// What stands for what; the longest first.
const SIGNS: [(&str, &str); 9] = [
    ("{{!}}{{!}}", "||"),
    ("{{{!}}", "{|"),
    ("{{(!}}", "{|"),
    ("{{!)}}", "|}"),
    ("{{!-}}", "|-"),
    ("{{!+}}", "|+"),
    ("{{!!}}", "||"),
    ("{{!}}", "|"),
    ("{{=}}", "="),
];

/// A text with the signs themselves, each at the end of what stood for it behind as many spaces, so that every other byte
/// keeps its place. Cost: linear in its length.
pub(super) fn plain_signs(text: &str) -> Cow<'_, str> {
    if !text.contains("{{!") && !text.contains("{{(!") && !text.contains("{{=}}") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = SIGNS.iter().find(|(word, _)| rest.starts_with(word));
        let (length, sign) = found.map_or((1, "{"), |(word, sign)| (word.len(), *sign));
        out.extend(std::iter::repeat_n(' ', length - sign.len()));
        out.push_str(sign);
        rest = &rest[length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::plain_signs;

    #[test]
    fn signs_stand_at_the_end_of_their_words() {
        let pairs = [
            ("{{{!}} class", "    {| class"),
            ("{{!}}-\n{{!}} 4% {{!}}{{!}} 5%\n{{!}}}", "    |-\n    | 4%         || 5%\n    |}"),
            ("{{(!}}{{!-}}{{!}} 4%{{!!}}5%{{!)}}", "    {|    |-    | 4%    ||5%    |}"),
            ("{{p|Eel}} {{4%", "{{p|Eel}} {{4%"),
        ];
        for (text, expected) in pairs {
            assert_eq!(plain_signs(text), expected);
            assert_eq!(plain_signs(text).len(), text.len());
        }
    }
}
