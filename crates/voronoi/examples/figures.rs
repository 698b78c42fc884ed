//! Draws the figures of the front page into `figures/`.
//!
//! `cargo run --release -p throng-voronoi --example figures`
//!
//! The drawings themselves are in `figures/mod.rs`, where a test finds them too.

#[path = "../figures/mod.rs"]
mod figures;

fn main() -> std::io::Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("figures");
    for (name, text) in figures::all() {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}
