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

/// How many letters have to be inserted, removed or replaced (Levenshtein); small and large letters are the same.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>());
    // Row i holds the distances of the first i letters of a to all beginnings of b.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
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
        for (a, b, expected) in [("", "", 0), ("", "ab", 2), ("kitten", "sitting", 3), ("flaw", "lawn", 2)] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }
}
