//! What is JSON, what is not, and what is said about it.

use super::*;

fn check(text: &str, line: u32, column: u32, what: &str, remedy: &str) {
    let error = parse(text).expect_err(text);
    let expected = SyntaxError { line, column, what: what.to_owned(), remedy: remedy.to_owned() };
    assert_eq!(error, expected, "{text}");
}

#[test]
fn values_know_their_lines_and_order() {
    let document = parse("\u{feff}{\"b\": [1, -2.5e1,\n {}],\n\"a\": \"x\", \"b\": null}\n").expect("valid");
    let root = document.root();
    let members: Vec<_> =
        root.members().expect("object").map(|(name, v)| (name, v.kind(), v.line())).collect();
    assert_eq!(members, [("b", "a list", 1), ("a", "a text", 3), ("b", "null", 3)]);
    let items: Vec<_> = root.get("b").and_then(Value::items).expect("list").collect();
    assert_eq!(items.iter().map(|item| item.number()).collect::<Vec<_>>(), [Some(1.0), Some(-25.0), None]);
    assert_eq!(items[2].line(), 2);
}

#[test]
fn texts_are_unescaped() {
    let document = parse(r#"["plain", "", "\"\\\/\n\u00e9\ud83d\ude00", "\ud83d!", "a\tb"]"#).expect("valid");
    let texts: Vec<_> =
        document.root().items().expect("list").map(|item| item.text().expect("text")).collect();
    assert_eq!(texts, ["plain", "", "\"\\/\né😀", "\u{fffd}!", "a\tb"]);
}

#[test]
fn numbers_beyond_all_bounds_are_infinite() {
    let document = parse("[1e999, -1e999, 1e-999]").expect("valid");
    let numbers: Vec<_> = document.root().items().expect("list").filter_map(Value::number).collect();
    assert_eq!(numbers, [f64::INFINITY, f64::NEG_INFINITY, 0.0]);
}

#[test]
fn common_mistakes_get_advice() {
    let number = "replace it by a number, or leave the corner out";
    check("[1,\n NaN]", 2, 2, "`NaN` is no number in JSON", number);
    check("[-Infinity]", 1, 2, "`-Infinity` is no number in JSON", number);
    check("[1,\n2,\n]", 2, 2, "there is a comma after the last value", "remove the comma");
    check("{\"a\": 1,}", 1, 8, "there is a comma after the last value", "remove the comma");
    let comment = "remove it; a scene may have a \"name\" instead";
    check("[1, // one\n2]", 1, 5, "JSON has no comments", comment);
    check("/* a */ 1", 1, 1, "JSON has no comments", comment);
    check("{'a': 1}", 1, 2, "single quotes are not allowed", "write texts and names in double quotes");
    check("[None]", 1, 2, "`None` is no value in JSON", "write true, false or null in small letters");
}

#[test]
fn other_mistakes_are_told_with_what_was_expected() {
    check("[1 2]", 1, 4, "expected `,` or `]`, and found `2`", "is a comma missing?");
    check("{\"é\": 1 \"b\": 2}", 1, 9, "expected `,` or `}`, and found a text", "is a comma missing?");
    check("[1}", 1, 3, "expected `,` or `]`, and found `}`", "each `[` needs its `]`, and each `{` its `}`");
    let member = "members look like this: \"name\": value";
    check("{a: 1}", 1, 2, "expected a name in double quotes, and found `a`", member);
    check("{\"a\" 1}", 1, 6, "expected `:` after the name, and found `1`", member);
    check(
        "1\n2",
        2,
        1,
        "expected the end of the file, and found `2`",
        "a file holds one value only: remove the rest",
    );
    check("", 1, 1, "the file ends where a value was expected", "is the file complete?");
    check(
        "{\"a\": [1\n",
        2,
        1,
        "the file ends inside the list that began on line 1",
        "is the file complete? Add the missing `]`",
    );
    check("[\"a\nb\"]", 1, 2, "a text is not closed on its line", "add the missing `\"`");
    check("[\"a\tb\"]", 1, 4, "there is a tab inside a text", "write \\t");
    check("[01]", 1, 2, "a number begins with 0", "remove the zero");
    check("[1.]", 1, 2, "a number ends with a point", "write 1.0 or 1");
    check("[1e]", 1, 2, "a number without its exponent", "write digits after the e");
    check("[-]", 1, 2, "a minus without a number", "write a number, such as -1.5");
}

#[test]
fn nesting_is_limited() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(parse(&nested(MAX_DEPTH)).is_ok(), "as deep as allowed");
    let error = parse(&nested(MAX_DEPTH + 1)).expect_err("deeper");
    assert_eq!(error.what, "lists and objects are nested more than 128 deep");
    assert!(parse(&"[{\"a\":".repeat(1_000_000)).is_err(), "very deep");
}
