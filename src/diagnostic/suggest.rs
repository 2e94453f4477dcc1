//! "Did you mean …?"

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
        .map(|name| (distance(&typed, &normalized(name)), *name))
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

fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let substituted = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substituted.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_swaps_as_one() {
        assert_eq!(distance("coin", "cion"), 1);
        assert_eq!(distance("bomb", "tomb"), 1);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn a_unique_part_of_a_name_is_near() {
        assert_eq!(nearest("battery", ["lil_battery", "coin"]), Some("lil_battery"));
        assert_eq!(nearest("lucky", ["lucky_foot", "lucky_toe"]), None);
        assert_eq!(nearest("Lucky Foot", ["lucky_foot"]), Some("lucky_foot"));
    }
}
