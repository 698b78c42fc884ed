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

/// How many letters have to be inserted, removed, replaced, or swapped with their neighbor; small and large letters are the same. (Damerau
/// and Levenshtein's distance, in the simple form that touches no letter twice.)
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>());
    // Row i has the distances of the first i letters of a to the first j of b; the last two rows are kept.
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut before = above.clone();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            best = best.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let cases =
            [("", "", 0), ("", "ab", 2), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("rmap", "ramp", 1)];
        for (a, b, expected) in cases {
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
