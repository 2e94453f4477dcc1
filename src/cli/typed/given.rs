//! Inputs and what goes with them, as people write them before they know how.

use std::ffi::OsString;

use crate::exact::Rational;

/// The options that take `name=value`.
const ASSIGNING: [&str; 4] = ["--set", "--state", "--rule", "--sweep"];

/// The arguments with `--set` before each setting that follows another: `--set luck=3 contracts=2` gives both.
///
/// # Errors
/// `--set luck 5`, which lacks its sign, and signs that stand alone because quotes are missing.
pub(super) fn spelled_out(args: Vec<OsString>) -> Result<Vec<OsString>, String> {
    if let Some(problem) = torn(&args) {
        return Err(problem);
    }
    let mut whole = Vec::with_capacity(args.len());
    let mut args = args.into_iter().peekable();
    // After `--` nothing is an option.
    let mut options = true;
    while let Some(arg) = args.next() {
        options = options && arg != "--";
        let option = arg.to_str().filter(|text| options && ASSIGNING.contains(text)).map(str::to_owned);
        whole.push(arg);
        let Some(option) = option else { continue };
        let Some(first) = args.next() else { continue };
        if let Some(name) = first.to_str().filter(|name| is_name(name))
            && let Some(value) = args.peek().and_then(|next| next.to_str())
            && is_meant_as_value(&option, value)
        {
            return Err(format!(
                "`{option} {name} {value}`: a name and its value are joined by `=`; write `{option} {name}={value}`"
            ));
        }
        whole.push(first);
        while let Some(next) = args.next_if(|next| option == "--set" && next.to_str().is_some_and(is_setting))
        {
            whole.extend([OsString::from(&option), next]);
        }
    }
    Ok(whole)
}

/// What is said of `award = chest` and of `--set luck = 5`, which the shell tore at the spaces.
fn torn(args: &[OsString]) -> Option<String> {
    const SIGNS: [&str; 6] = ["=", "==", "!=", "<=", ">=", "|"];
    let place = args.iter().position(|arg| arg.to_str().is_some_and(|arg| SIGNS.contains(&arg)))?;
    let word = |at: usize| args.get(at).map_or_else(String::new, |arg| arg.to_string_lossy().into_owned());
    let (left, sign, right) = (word(place.checked_sub(1)?), word(place), word(place + 1));
    let option = place.checked_sub(2).map(word).filter(|option| ASSIGNING.contains(&option.as_str()));
    Some(match option {
        Some(option) => format!(
            "`{option} {left} {sign} {right}`: there are no spaces around the sign; write `{option} {left}={right}`"
        ),
        None => {
            format!("`{left} {sign} {right}`: quotes keep a question together; write '{left} {sign} {right}'")
        }
    })
}

/// Settings that were joined by commas, each for itself: `luck=3,contracts=2`. A comma within braces or parentheses, or
/// before what is no setting, belongs to the value.
pub(in crate::cli) fn one_by_one(settings: &[String]) -> Vec<String> {
    settings.iter().flat_map(|text| parts(text)).map(str::to_owned).collect()
}

fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut parts) = (0_usize, 0, Vec::new());
    for (at, sign) in text.char_indices() {
        match sign {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && begins_setting(text[at + 1..].trim_start()) => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts
}

/// Whether a text begins as `luck=3` does; `=>` stands in laws.
fn begins_setting(text: &str) -> bool {
    let end = text.find([',', '=']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    rest.strip_prefix('=').is_some_and(|value| !value.starts_with('>')) && !name.trim().is_empty()
}

/// Whether an argument is a setting: `luck=3` and no question such as `P(luck=3)` or `award = chest`.
fn is_setting(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, value)| {
        is_name(name) && !value.is_empty() && !value.starts_with(['=', ' ', '>']) && !name.starts_with('-')
    })
}

/// Whether a text is the name of an input, a state or a rule and nothing more.
fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && letters.all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
}

/// Whether what follows a name is its value: a number, a range, or for an option that takes a single value a word.
fn is_meant_as_value(option: &str, text: &str) -> bool {
    let is_number = |text: &str| text.parse::<Rational>().is_ok();
    let is_range = text.split_once("..").is_some_and(|(low, _)| is_number(low));
    let is_list = text.split(',').all(is_number);
    is_range || is_list || (option != "--sweep" && is_name(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(line: &str) -> Result<String, String> {
        let args = line.split('|').map(OsString::from).collect();
        let whole: Vec<String> =
            spelled_out(args)?.into_iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
        Ok(whole.join("|"))
    }

    #[test]
    fn settings_after_settings_are_settings() {
        let both = "table|m|--set|luck=3|--set|contracts=2|--with|x";
        assert_eq!(spelled("table|m|--set|luck=3|contracts=2|--with|x").as_deref(), Ok(both));
        for kept in [
            "query|--set|luck=3|award = chest|m",
            "query|--set|luck=3|P(award=chest)|m",
            "table|--set|luck=3|room-clear-award",
            "query|--|--set|luck|5",
            "table|m|--sweep|luck|--sweep|difficulty",
            "table|--sweep|difficulty|isaac/room-clear-award",
            "table|--sweep|difficulty|room",
        ] {
            assert_eq!(spelled(kept).as_deref(), Ok(kept));
        }
    }

    #[test]
    fn a_value_that_lacks_its_sign_is_said() {
        for (typed, meant) in [
            ("table|m|--set|luck|5", "--set luck=5"),
            ("table|m|--set|luck|-1", "--set luck=-1"),
            ("table|m|--set|difficulty|hard", "--set difficulty=hard"),
            ("table|m|--sweep|luck|0..10", "--sweep luck=0..10"),
            ("table|m|--sweep|luck|0,1,5", "--sweep luck=0,1,5"),
            ("table|m|--state|offset|-5", "--state offset=-5"),
            ("table|m|--set|luck|=|5", "--set luck=5"),
        ] {
            let said = spelled(typed).expect_err(typed);
            assert!(said.contains(&format!("write `{meant}`")), "{said}");
        }
    }

    #[test]
    fn a_question_that_lacks_its_quotes_is_said() {
        let said = spelled("query|m|award|=|chest").expect_err("three words");
        assert!(said.ends_with("write 'award = chest'"), "{said}");
    }

    #[test]
    fn commas_part_settings_and_stay_within_values() {
        let alone = |text: &str| one_by_one(&[text.to_owned()]);
        assert_eq!(alone("luck=3,contracts=2"), ["luck=3", "contracts=2"]);
        assert_eq!(alone("luck=3, Lil' Battery=1"), ["luck=3", "Lil' Battery=1"]);
        let law = "luck=one of { 1/2 => 0, 1/2 => 3 }";
        assert_eq!(alone(law), [law]);
        assert_eq!(alone(&format!("{law},contracts=2")), [law, "contracts=2"]);
        assert_eq!(alone("luck=3,4"), ["luck=3,4"]);
    }
}
