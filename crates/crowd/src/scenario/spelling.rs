//! The nearest of some known words, for "did you mean".

/// "did you mean …", or else the list of what is known.
pub(crate) fn suggestion<S: AsRef<str>>(word: &str, known: &[S]) -> String {
    if let Some(best) = nearest(word, known) {
        return format!("did you mean \"{best}\"?");
    }
    match known {
        [] => "there is none yet: add one".to_owned(),
        known if known.len() <= MOST_LISTED => {
            let list: Vec<_> = known.iter().map(|word| format!("\"{}\"", word.as_ref())).collect();
            format!("use one of {}", list.join(", "))
        }
        known => format!("there are {} to choose from, \"{}\" among them", known.len(), known[0].as_ref()),
    }
}

/// More words than this are not listed in a message.
const MOST_LISTED: usize = 16;

/// The known word that is most like a given one, if any is alike enough to be meant.
fn nearest<'k, S: AsRef<str>>(word: &str, known: &'k [S]) -> Option<&'k str> {
    // A very long word is no misspelling, and comparing it would take long.
    if word.len() > 40 {
        return None;
    }
    let (distance, best) =
        known.iter().map(|known| (distance(word, known.as_ref()), known.as_ref())).min()?;
    (distance <= best.len().max(3) / 3).then_some(best)
}

/// How many letters have to be inserted, removed or replaced; small and large letters are the same (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>());
    // row[j] is the distance of the letters of a so far to the first j of b.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 1..=b.len() {
            let replaced = diagonal + usize::from(*letter != b[j - 1]);
            diagonal = row[j];
            row[j] = replaced.min(row[j] + 1).min(row[j - 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in [("", "", 0), ("", "ab", 2), ("kitten", "sitting", 3), ("flaw", "lawn", 2)] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn a_misspelled_word_is_found() {
        assert_eq!(suggestion("spede", &["speed", "radius"]), "did you mean \"speed\"?");
        assert_eq!(suggestion("color", &["speed", "radius"]), "use one of \"speed\", \"radius\"");
        assert_eq!(suggestion::<&str>("color", &[]), "there is none yet: add one");
    }
}
