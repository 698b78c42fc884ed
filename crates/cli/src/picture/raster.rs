//! From SVG to PNG, without asking for fonts: pictures have no text elements.

use anyhow::{Context, Result, ensure};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The longest side of an image. (px)
const LONGEST: f32 = 16_384.0;

/// An SVG image as PNG, `scale` times as large.
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    ensure!(scale.is_finite() && scale > 0.0, "a picture cannot be {scale} times as large");
    let tree = Tree::from_str(svg, &Options::default()).context("not an SVG image")?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|v| (v * scale).ceil().max(1.0));
    ensure!(
        width <= LONGEST && height <= LONGEST,
        "a picture of {width} x {height} pixels is too large; {LONGEST} is the most"
    );
    let mut pixels = Pixmap::new(width as u32, height as u32).context("no memory for the picture")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().context("cannot encode the picture")
}
