//! Where everybody is at the end, as a picture: one field beside the other.

use std::fmt::Write as _;

use crate::place::{BLOCKS, FIELD, GOAL, Rectangle, START};

/// Pixels of a meter.
const SCALE: f64 = 4.0;
/// Width of a field with what is between two. \[m\]
const WIDTH: f64 = 56.0;
/// Highest and lowest y. \[m\]
const RANGE: [f64; 2] = [-15.0, 121.0];

/// Fields with titles and people.
pub(crate) fn draw(fields: &[(String, &[[f64; 2]])]) -> String {
    let size = [SCALE * WIDTH * fields.len() as f64, SCALE * (RANGE[1] - RANGE[0])];
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0}\" height=\"{1:.0}\" viewBox=\"0 0 {0:.0} {1:.0}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        size[0], size[1]
    );
    for (k, (title, people)) in fields.iter().enumerate() {
        let shift = SCALE * (3.0 + WIDTH * k as f64);
        page += &format!("<g transform=\"translate({shift:.0} {:.0})\">\n", SCALE * RANGE[1]);
        page += &format!(
            "<text x=\"0\" y=\"{:.0}\" font-family=\"sans-serif\" font-size=\"13\">{title}</text>\n",
            -SCALE * 116.0
        );
        page += &rectangles(&[START, GOAL], "#dfe9f5");
        page += &rectangles(&[FIELD], "#f4f1ea");
        page += &rectangles(&BLOCKS, "#8a8578");
        let radius = 0.24 * SCALE;
        page += &format!(
            "<path fill=\"none\" stroke=\"#b3361f\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" d=\"",
            2.0 * radius
        );
        for [x, y] in *people {
            let _ = write!(page, "M{:.0} {:.0}h0", SCALE * x, -SCALE * y);
        }
        page += "\"/>\n</g>\n";
    }
    page + "</svg>\n"
}

fn rectangles(all: &[Rectangle], color: &str) -> String {
    let mut page = String::new();
    for &[[x, y], [u, v]] in all {
        page += &format!(
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\" fill=\"{color}\"/>\n",
            SCALE * x,
            -SCALE * v,
            SCALE * (u - x),
            SCALE * (v - y)
        );
    }
    page
}
