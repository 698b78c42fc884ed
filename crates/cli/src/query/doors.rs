//! Connections by number or by name, as requests give them.

use serde_json::{Map, Value};
use throng_mesh::{ConnectionId, Scene};

use super::reading::Refusal;

/// Names in a message: more would not help.
const SOME: usize = 6;

/// The connection of a request: `"connection"` is its number, or its name if exactly one has it.
pub(super) fn connection(
    scene: Option<&Scene>,
    request: &Map<String, Value>,
) -> Result<ConnectionId, Refusal> {
    let words = |words: String| Err(Refusal::Words(words));
    match request.get("connection") {
        Some(Value::String(name)) => match scene {
            Some(scene) => named(scene, name).map_err(Refusal::Words),
            None => words(
                "a saved mesh does not know the names of connections; give a number, or give `throng query` the scene file"
                    .to_owned(),
            ),
        },
        Some(value) if value.as_u64().is_some_and(|number| u32::try_from(number).is_ok()) => {
            Ok(ConnectionId(value.as_u64().unwrap_or_default() as u32))
        }
        _ => words("\"connection\" must be the number of one, such as 0, or its name".to_owned()),
    }
}

/// The connection with a name.
fn named(scene: &Scene, name: &str) -> Result<ConnectionId, String> {
    let all = || scene.connections.iter().zip(0..).filter_map(|(c, id)| Some((c.name.as_deref()?, id)));
    let same: Vec<u32> = all().filter(|&(other, _)| other == name).map(|(_, id)| id).collect();
    match same[..] {
        [one] => return Ok(ConnectionId(one)),
        [] => {}
        _ => {
            let more = if same.len() > SOME { ", …" } else { "" };
            let numbers: Vec<String> = same.iter().take(SOME).map(u32::to_string).collect();
            return Err(format!(
                "{} connections have the name \"{name}\": {}{more}; say which by its number",
                same.len(),
                numbers.join(", ")
            ));
        }
    }
    let mut names: Vec<&str> = all().map(|(other, _)| other).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Err(format!(
            "there is no connection \"{name}\": those of this place have no names, only numbers from 0"
        ));
    }
    // The most alike first, and only those that are alike at all, if there are any.
    let mut ranked: Vec<(f64, &str)> = names.iter().map(|&other| (likeness(name, other), other)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let alike: Vec<&str> =
        ranked.iter().filter(|(score, _)| *score >= 0.3).map(|&(_, other)| other).collect();
    let (lead, shown) = if alike.is_empty() { ("there are", &names) } else { ("near are", &alike) };
    let more = if shown.len() > SOME { ", …" } else { "" };
    let quoted: Vec<String> = shown.iter().take(SOME).map(|other| format!("\"{other}\"")).collect();
    Err(format!("there is no connection \"{name}\"; {lead} {}{more}", quoted.join(", ")))
}

/// How alike two names are, from 0 to 1: the share of pairs of letters that both have (Dice). Small and large letters are the same.
fn likeness(a: &str, b: &str) -> f64 {
    let pairs = |text: &str| -> Vec<[char; 2]> {
        // Longer names are cut: nobody types them.
        let letters: Vec<char> = text.chars().flat_map(char::to_lowercase).take(64).collect();
        let mut pairs: Vec<[char; 2]> = letters.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    let [a, b] = [pairs(a), pairs(b)];
    let common = a.iter().filter(|pair| b.binary_search(pair).is_ok()).count();
    if common == 0 { 0.0 } else { 2.0 * common as f64 / (a.len() + b.len()) as f64 }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use throng_mesh::{Connection, LayerId};

    use super::*;

    fn asked(names: &[Option<&str>], connection: &Value) -> Result<u32, String> {
        let connections = names.iter().map(|name| Connection {
            name: name.map(str::to_owned),
            ..Connection::new([LayerId(0), LayerId(1)], [[0.0; 2]; 2])
        });
        let scene = Scene { connections: connections.collect(), ..Scene::default() };
        let request = json!({ "connection": connection });
        match super::connection(Some(&scene), request.as_object().expect("an object")) {
            Ok(id) => Ok(id.0),
            Err(Refusal::Words(words)) => Err(words),
            Err(Refusal::NotWalkable(_)) => Err(String::new()),
        }
    }

    #[test]
    fn a_name_or_a_number_finds_a_connection() {
        let names = [None, Some("front door"), Some("back door"), Some("")];
        assert_eq!(asked(&names, &json!("front door")), Ok(1));
        assert_eq!(asked(&names, &json!("back door")), Ok(2));
        assert_eq!(asked(&names, &json!("")), Ok(3));
        // Whether there is such a number is for the mesh to say.
        assert_eq!(asked(&names, &json!(7)), Ok(7));
        for wrong in [json!(-1), json!(0.5), json!(null), json!(["front door"]), json!(1_u64 << 40)] {
            let words = asked(&names, &wrong).expect_err("it is not one");
            assert!(words.contains("its name"), "{words}");
        }
    }

    #[test]
    fn unknown_names_list_what_is_near() {
        let names = [Some("front door"), Some("back door"), Some("lift")];
        let words = asked(&names, &json!("Frnt Door")).expect_err("misspelled");
        assert_eq!(words, "there is no connection \"Frnt Door\"; near are \"front door\", \"back door\"");
        let words = asked(&names, &json!("zzz")).expect_err("nothing like it");
        assert_eq!(
            words,
            "there is no connection \"zzz\"; there are \"back door\", \"front door\", \"lift\""
        );
        let words = asked(&[None], &json!("x")).expect_err("no names");
        assert!(words.contains("no names"), "{words}");
    }

    #[test]
    fn a_name_of_several_is_ambiguous() {
        let words = asked(&[Some("door"), None, Some("door")], &json!("door")).expect_err("two");
        assert_eq!(words, "2 connections have the name \"door\": 0, 2; say which by its number");
    }
}
