//! The nearest of some known words, for "did you mean".

/// The known word that is most like a given one, if any is alike enough to be meant.
pub(crate) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    // A very long word is no misspelling, and comparing it would take long.
    if word.len() > 40 {
        return None;
    }
    let (distance, best) = known.iter().map(|&known| (distance(word, known), known)).min()?;
    (distance <= best.len().max(3) / 3).then_some(best)
}

/// How many letters have to be inserted, removed, replaced, or swapped with their neighbor; small and large letters are the
/// same. (Damerau and Levenshtein's distance, in the simple form that touches no letter twice.)
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>());
    // cost[i][j] is the distance of the first i letters of a to the first j of b.
    let mut cost = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            cost[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = cost[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swaps = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swapped = if swaps { cost[i - 2][j - 2] + 1 } else { usize::MAX };
                replaced.min(swapped).min(cost[i - 1][j] + 1).min(cost[i][j - 1] + 1)
            };
        }
    }
    cost[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_words_are_found_and_others_are_not() {
        let known = ["walkable", "obstacles", "openings", "id"];
        assert_eq!(nearest("walkabel", &known), Some("walkable"));
        assert_eq!(nearest("Obstacle", &known), Some("obstacles"));
        assert_eq!(nearest("ID", &known), Some("id"));
        assert_eq!(nearest("color", &known), None);
        assert_eq!(nearest(&"walkable".repeat(1000), &known), None);
    }

    #[test]
    fn distances() {
        for (a, b, expected) in
            [("", "", 0), ("", "ab", 2), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("rmap", "ramp", 1)]
        {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }
}
