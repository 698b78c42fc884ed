//! What a scene file may contain: its version, and the members of each kind of object.
//!
//! One list for the reader, the schema and the page that describes the format; the tests keep them in step.

/// The version of the format that is read and written.
pub(crate) const VERSION: u32 = 1;

pub(crate) const SCENE_KEYS: [&str; 4] = ["throng", "name", "layers", "connections"];
pub(crate) const LAYER_KEYS: [&str; 6] = ["id", "walkable", "obstacles", "openings", "regions", "surface"];
pub(crate) const REGION_KEYS: [&str; 2] = ["label", "polygon"];
pub(crate) const SURFACE_KEYS: [&str; 2] = ["vertices", "triangles"];
pub(crate) const CONNECTION_KEYS: [&str; 3] = ["between", "segment", "name"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, Value};
    use crate::read_scene;

    const PAGE: &str = include_str!("../../../docs/scenes.md");
    const SCHEMA: &str = include_str!("../../../docs/scene.schema.json");

    #[test]
    fn the_examples_of_the_page_are_scenes_without_fault() {
        let examples: Vec<&str> =
            PAGE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert!(examples.len() >= 3, "the page shows {} examples", examples.len());
        for example in examples {
            let read = read_scene(example);
            assert_eq!(read.diagnostics, [], "{example}");
            assert!(!read.scene.layers.is_empty(), "{example}");
        }
    }

    #[test]
    fn the_page_names_every_key() {
        let keys = [&SCENE_KEYS[..], &LAYER_KEYS, &REGION_KEYS, &SURFACE_KEYS, &CONNECTION_KEYS].concat();
        for key in keys {
            assert!(PAGE.contains(&format!("| `{key}` |")), "`{key}` has no row in docs/scenes.md");
        }
    }

    #[test]
    fn the_schema_knows_the_same_keys_as_the_reader() {
        let document = json::parse(SCHEMA).expect("the schema is JSON");
        let root = document.root();
        let definition = |name: &str| root.get("$defs").and_then(|all| all.get(name)).expect(name);
        let keys = |object: Value<'_>| -> Vec<String> {
            let properties = object.get("properties").and_then(Value::members).expect("properties");
            properties.map(|(name, _)| name.to_owned()).collect()
        };
        assert_eq!(keys(root), SCENE_KEYS);
        assert_eq!(keys(definition("layer")), LAYER_KEYS);
        assert_eq!(keys(definition("region")), REGION_KEYS);
        assert_eq!(keys(definition("surface")), SURFACE_KEYS);
        assert_eq!(keys(definition("connection")), CONNECTION_KEYS);
        let version = root.get("properties").and_then(|p| p.get("throng")?.get("const")?.number());
        assert_eq!(version, Some(f64::from(VERSION)));
    }
}
