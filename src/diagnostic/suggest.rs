//! "Did you mean …?"

use strsim::osa_distance;

/// The known name that is nearest to what was typed, if one is near enough to be what was meant.
///
/// The distance is that of Damerau and Levenshtein restricted to adjacent swaps; a name is near when
/// at most a third of its letters are wrong. Ties go to the first name. A typed name of which exactly
/// one known name is an extension (`foot` of `lucky_foot`) is near too.
///
/// ```
/// use trueodds::diagnostic::nearest;
/// assert_eq!(nearest("lucky_feet", ["luck", "lucky_foot"]), Some("lucky_foot"));
/// assert_eq!(nearest("zzz", ["luck", "lucky_foot"]), None);
/// ```
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = normalized(typed);
    let known: Vec<&str> = known.into_iter().collect();
    let length = typed.chars().count();
    let allowed = if length < 3 { 0 } else { (length / 3).max(1) };
    let by_distance = known
        .iter()
        .map(|name| (osa_distance(&typed, &normalized(name)), *name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name);
    by_distance.or_else(|| {
        let mut parts = known.iter().filter(|name| typed.len() > 2 && normalized(name).contains(&typed));
        parts.next().filter(|_| parts.next().is_none()).copied()
    })
}

/// The help line for an unknown name: the nearest known one, or all of them where they are few.
pub fn or_nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const FEW: usize = 16;
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(name) = nearest(typed, known.iter().copied()) {
        return Some(format!("did you mean `{name}`?"));
    }
    match known.len() {
        0 => None,
        1..=FEW => Some(format!(
            "there is {}",
            known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        )),
        _ => None,
    }
}

/// Case and the choice between hyphen, underscore and space are not mistakes worth counting.
fn normalized(name: &str) -> String {
    // Longer names are never near to a name a person wrote, and would make the comparison slow.
    name.to_lowercase().replace('+', "_plus").replace(['-', ' '], "_").chars().take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_one_mistake() {
        assert_eq!(nearest("cion", ["coin"]), Some("coin"));
        assert_eq!(nearest("tomb", ["bomb"]), Some("bomb"));
        assert_eq!(nearest("tmob", ["bomb"]), None);
    }

    #[test]
    fn a_unique_part_of_a_name_is_near() {
        assert_eq!(nearest("battery", ["lil_battery", "coin"]), Some("lil_battery"));
        assert_eq!(nearest("lucky", ["lucky_foot", "lucky_toe"]), None);
        assert_eq!(nearest("Lucky Foot", ["lucky_foot"]), Some("lucky_foot"));
    }
}
