//! A small font of strokes: text that looks the same everywhere, also where no fonts are installed.
//!
//! A letter is a few strokes on a grid; each point is two digits, x and y:
//!
//! ```text
//!   8  height of capitals and digits     "08 02|~08 48 44 04" is a P: a stroke from (0, 8) to (0, 2), and
//!   6  height of small letters           a smooth one, for which the points are handles: it touches the middle
//!   2  baseline                          of each inner leg, and starts and ends at the first and last point
//!   0  depth of g, p, q, y
//! ```

use super::pen::Path;

/// Units of the grid between the baseline and the top of a capital.
const CAPITAL: f64 = 6.0;
/// The baseline. In grid units.
const BASELINE: f64 = 2.0;
/// Space between letters. In grid units.
const SPACE: f64 = 1.7;

/// Width of a text whose capitals have this height. In the units of the height.
pub(crate) fn width(text: &str, height: f64) -> f64 {
    let units: f64 = text.chars().map(|c| f64::from(glyph(c).0) + SPACE).sum();
    (units - SPACE).max(0.0) * height / CAPITAL
}

/// Appends the strokes of a text to a path; `at` is where its baseline starts, y downward.
pub(crate) fn write(path: &mut Path, at: [f64; 2], height: f64, text: &str) {
    let unit = height / CAPITAL;
    let mut x = at[0];
    for c in text.chars() {
        let (width, strokes) = glyph(c);
        let place = |z: [f64; 2]| [x + z[0] * unit, at[1] - (z[1] - BASELINE) * unit];
        for stroke in strokes.split('|') {
            let (smooth, points) = stroke.strip_prefix('~').map_or((false, stroke), |rest| (true, rest));
            let points: Vec<[f64; 2]> = points.split(' ').filter_map(point).map(place).collect();
            trace(path, &points, smooth);
        }
        x += (f64::from(width) + SPACE) * unit;
    }
}

fn point(digits: &str) -> Option<[f64; 2]> {
    let mut digits = digits.chars().filter_map(|c| c.to_digit(10)).map(f64::from);
    Some([digits.next()?, digits.next()?])
}

fn trace(path: &mut Path, points: &[[f64; 2]], smooth: bool) {
    let Some((&first, rest)) = points.split_first() else { return };
    path.move_to(first);
    if !smooth || rest.len() < 2 {
        rest.iter().for_each(|&z| path.line_to(z));
        return;
    }
    for (i, &handle) in rest[..rest.len() - 1].iter().enumerate() {
        let next = rest[i + 1];
        let last = i + 2 == rest.len();
        let end = if last { next } else { [0, 1].map(|k| 0.5 * (handle[k] + next[k])) };
        path.quad_to(handle, end);
    }
}

/// Width and strokes of a letter; a box for one that we do not have.
fn glyph(c: char) -> (u8, &'static str) {
    match plain(c) {
        ' ' => (2, ""),
        'A' => (4, "02 28 42|15 35"),
        'B' => (4, "02 08|~08 38 35 05|~05 45 42 02"),
        'C' => (4, "~47 48 08 02 42 43"),
        'D' => (4, "02 08|~08 48 42 02"),
        'E' => (3, "38 08 02 32|05 25"),
        'F' => (3, "38 08 02|05 25"),
        'G' => (4, "~47 48 08 02 42 45|45 25"),
        'H' => (4, "02 08|42 48|05 45"),
        'I' => (0, "02 08"),
        'J' => (3, "38 34|~34 32 02 04"),
        'K' => (4, "02 08|48 04|15 42"),
        'L' => (3, "08 02 32"),
        'M' => (4, "02 08 24 48 42"),
        'N' => (4, "02 08 42 48"),
        'O' => (4, "~28 08 02 42 48 28"),
        'P' => (4, "02 08|~08 48 44 04"),
        'Q' => (4, "~28 08 02 42 48 28|24 42"),
        'R' => (4, "02 08|~08 48 44 04|24 42"),
        'S' => (4, "~47 48 28 08 05 25 45 42 22 02 03"),
        'T' => (4, "08 48|28 22"),
        'U' => (4, "08 04|~04 02 42 44|44 48"),
        'V' => (4, "08 22 48"),
        'W' => (6, "08 22 37 42 68"),
        'X' => (4, "08 42|02 48"),
        'Y' => (4, "08 25 48|25 22"),
        'Z' => (4, "08 48 02 42"),
        'a' => (3, "36 32|~34 36 06 02 32 34"),
        'b' => (3, "08 02|~04 06 36 32 02 04"),
        'c' => (3, "~35 36 06 02 32 33"),
        'd' => (3, "38 32|~34 36 06 02 32 34"),
        'e' => (3, "04 34|~34 36 06 02 32 33"),
        'f' => (2, "~28 18 16|16 12|06 26"),
        'g' => (3, "36 32|~32 30 00 01|~34 36 06 02 32 34"),
        'h' => (3, "08 02|~04 06 36 34|34 32"),
        'i' => (0, "06 02|08 08"),
        'j' => (1, "16 12|~12 10 00|18 18"),
        'k' => (3, "08 02|36 03|14 32"),
        'l' => (1, "08 03|~03 02 12"),
        'm' => (6, "06 02|~04 06 36 34|34 32|~34 36 66 64|64 62"),
        'n' => (3, "06 02|~04 06 36 34|34 32"),
        'o' => (3, "~04 06 36 32 02 04"),
        'p' => (3, "06 00|~04 06 36 32 02 04"),
        'q' => (3, "36 30|~34 36 06 02 32 34"),
        'r' => (2, "06 02|~04 06 26"),
        's' => (3, "~35 36 06 04 34 32 02 03"),
        't' => (2, "18 13|~13 12 22|06 26"),
        'u' => (3, "06 04|~04 02 32 34|36 32"),
        'v' => (4, "06 22 46"),
        'w' => (4, "06 12 26 32 46"),
        'x' => (3, "06 32|02 36"),
        'y' => (4, "06 22|46 10"),
        'z' => (3, "06 36 02 32"),
        '0' => (3, "~05 08 38 32 02 05"),
        '1' => (2, "06 28 22"),
        '2' => (3, "~06 08 38 35 02|02 32"),
        '3' => (3, "~07 08 38 35 15|~15 35 32 02 03"),
        '4' => (3, "22 28 04 34"),
        '5' => (3, "38 08 05|~05 35 32 02 03"),
        '6' => (3, "~37 38 08 04|~04 05 35 32 02 04"),
        '7' => (3, "08 38 12"),
        '8' => (3, "~06 08 38 35 05 06|~03 05 35 32 02 03"),
        '9' => (3, "~03 02 32 36|~36 35 05 08 38 36"),
        '.' | '…' => (0, "02 02"),
        ',' => (1, "12 01"),
        ':' => (0, "03 03|06 06"),
        ';' => (1, "13 01|16 16"),
        '!' => (0, "08 04|02 02"),
        '?' => (3, "~07 08 38 35 14|12 12"),
        '-' | '–' | '−' => (2, "05 25"),
        '—' => (4, "05 45"),
        '_' => (4, "01 41"),
        '/' => (3, "02 38"),
        '\\' => (3, "08 32"),
        '(' => (1, "~18 08 02 12"),
        ')' => (1, "~08 18 12 02"),
        '[' | '{' => (1, "18 08 02 12"),
        ']' | '}' => (1, "08 18 12 02"),
        '<' => (3, "37 05 33"),
        '>' => (3, "07 35 03"),
        '+' => (4, "05 45|27 23"),
        '=' => (4, "06 46|04 44"),
        '*' => (4, "27 23|06 44|04 46"),
        '×' => (3, "06 33|03 36"),
        '#' => (4, "13 17|33 37|04 44|06 46"),
        '%' => (4, "02 48|07 18|42 33"),
        '&' => (4, "42 06|~06 08 28 26|~26 25 03 02 22 44"),
        '@' => (4, "~33 35 15 13 33|~33 43 48 08 02 42"),
        '\'' | '`' | '’' => (0, "08 07"),
        '"' => (1, "08 07|18 17"),
        '|' => (0, "09 00"),
        '²' => (2, "~07 09 29 27 05|05 25"),
        _ => (3, "02 08 38 32 02"),
    }
}

/// A letter without its accent.
fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' | 'õ' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        'Ä' | 'Å' | 'À' | 'Á' => 'A',
        'É' | 'È' => 'E',
        'Ö' | 'Ø' => 'O',
        'Ü' => 'U',
        other if other.is_whitespace() => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_letter_has_its_own_strokes() {
        let missing = "02 08 38 32 02";
        let without: String = (' '..='~').filter(|&c| glyph(c).1 == missing).collect();
        assert_eq!(without, "$^~", "letters drawn as a box");
        for c in (' '..='~').filter(|c| !c.is_whitespace()) {
            let mut path = Path::new();
            write(&mut path, [0.0, 100.0], 60.0, &c.to_string());
            assert!(!path.is_empty(), "{c} has no strokes");
        }
    }

    #[test]
    fn letters_stay_in_their_width() {
        for c in ' '..='~' {
            let (width, strokes) = glyph(c);
            let points = strokes.split(['|', ' ', '~']).filter_map(point);
            let right = points.fold(0.0, |m: f64, z| m.max(z[0]));
            assert!(right <= f64::from(width), "{c} is {right} wide, not {width}");
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        // H: 4 units, i: 0, and the space between them; a capital has 6 units.
        assert!((width("Hi", 6.0) - (4.0 + SPACE)).abs() < 1e-12, "{}", width("Hi", 6.0));
        assert_eq!(width("", 6.0), 0.0, "nothing");
    }
}
