//! The figures of the front page are what the crate draws now.

#[path = "../../figures/mod.rs"]
mod drawn;

#[test]
fn figures_are_up_to_date() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("figures");
    for (name, text) in drawn::all() {
        let stored = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(
            stored == text,
            "{name} is stale: run `cargo run --release -p throng-voronoi --example figures`"
        );
        assert!(text.len() < 60_000, "{name} has {} bytes", text.len());
    }
}
