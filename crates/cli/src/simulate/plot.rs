//! Plots as SVG for a page of HTML: lines over time, bars, histograms. Colors are classes, which the page sets for light and for dark.

use std::fmt::Write;

use throng_crowd::measure::{Series, Spread};

use super::scale::Scale;

/// Size of a plot, and the room around its axes: left, top, right, bottom. (px)
const SIZE: [f64; 2] = [640.0, 270.0];
const ROOM: [f64; 4] = [52.0, 14.0, 14.0, 40.0];
/// Colors for series; more of them begin again.
const COLORS: usize = 6;
/// Points of a line: more cannot be told apart.
const POINTS: usize = 500;
/// Height of a bar, and from bar to bar; where bars begin. (px)
const BAR: f64 = 18.0;
const BAR_STEP: f64 = 26.0;
const BAR_LEFT: f64 = 150.0;
/// Columns of a histogram.
const COLUMNS: usize = 24;

/// Lines over time. (s)
pub(crate) fn lines(label: &str, unit: &str, series: &[(&str, &Series)]) -> String {
    let thin: Vec<(&str, Series)> = series
        .iter()
        .map(|(name, series)| (*name, series.thinned(series.values.len().div_ceil(POINTS))))
        .collect();
    let range = |values: &dyn Fn(&Series) -> Vec<f64>| {
        thin.iter()
            .flat_map(|(_, series)| values(series))
            .fold([0.0, 0.0], |[low, high], v| [f64::min(low, v), f64::max(high, v)])
    };
    let x = Scale::new(range(&|series| series.times.clone()), [ROOM[0], SIZE[0] - ROOM[2]], 8);
    let y = Scale::new(range(&|series| series.values.clone()), [SIZE[1] - ROOM[3], ROOM[1]], 5);
    let mut svg = open(SIZE, label);
    axes(&mut svg, &x, &y, "time (s)", unit);
    for (index, (name, series)) in thin.iter().enumerate() {
        let mut path = String::new();
        for (&time, &value) in series.times.iter().zip(&series.values) {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", x.place(time), y.place(value));
        }
        if !path.is_empty() {
            let color = index % COLORS;
            let _ = write!(
                svg,
                "<path class=\"line c{color}\" d=\"{path}\"><title>{}</title></path>",
                escaped(name)
            );
        }
    }
    svg.push_str("</svg>");
    let names: Vec<&str> = thin.iter().map(|(name, _)| *name).collect();
    legend(&mut svg, &names);
    svg
}

/// How values spread: columns, with lines at the median and at the 5th and 95th percentile.
pub(crate) fn histogram(label: &str, unit: &str, values: &[f64]) -> String {
    let spread = Spread::of(values.to_vec());
    let x = Scale::new([0.0, spread.most], [ROOM[0], SIZE[0] - ROOM[2]], 8);
    let width = (x.values[1] - x.values[0]) / COLUMNS as f64;
    let mut counts = [0_u32; COLUMNS];
    for value in values {
        counts[(((value - x.values[0]) / width).max(0.0) as usize).min(COLUMNS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let y = Scale::new([0.0, f64::from(most)], [SIZE[1] - ROOM[3], ROOM[1]], 5);
    let mut svg = open(SIZE, label);
    axes(&mut svg, &x, &y, unit, "characters");
    for (k, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let from = x.values[0] + k as f64 * width;
        let (left, right) = (x.place(from) + 0.5, x.place(from + width) - 0.5);
        let top = y.place(f64::from(count));
        let _ = write!(
            svg,
            "<rect class=\"fill c0\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{from:.1} to {:.1}: {count}</title></rect>",
            right - left,
            y.place(0.0) - top,
            from + width
        );
    }
    if spread.count > 0 {
        for (index, name) in [(0, "5 %"), (2, "median"), (4, "95 %")] {
            let at = x.place(spread.percentiles[index]);
            let _ = write!(
                svg,
                "<path class=\"mark\" d=\"M{at:.1} {}V{}\"/><text class=\"small\" x=\"{:.1}\" y=\"{}\">{name}</text>",
                ROOM[1],
                SIZE[1] - ROOM[3],
                at + 4.0,
                ROOM[1] + 10.0
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// A bar of a plot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bar {
    pub(crate) name: String,
    /// How long it is, in whatever unit all of a plot have.
    pub(crate) value: f64,
    /// What stands at its end.
    pub(crate) text: String,
    /// Its color, if that means something.
    pub(crate) color: Option<String>,
}

/// Bars with names, one below the other.
pub(crate) fn bars(label: &str, rows: &[Bar]) -> String {
    let most = rows.iter().fold(0.0, |most, row| f64::max(most, row.value));
    let size = [SIZE[0], BAR_STEP * rows.len() as f64 + 8.0];
    let x = Scale::new([0.0, most], [BAR_LEFT, SIZE[0] - 70.0], 5);
    let mut svg = open(size, label);
    for (index, bar) in rows.iter().enumerate() {
        let top = 4.0 + BAR_STEP * index as f64;
        let width = x.place(bar.value) - BAR_LEFT;
        let base = top + 0.72 * BAR;
        let class = format!("class=\"fill c{}\"", index % COLORS);
        let look = bar.color.as_ref().map_or(class, |color| format!("fill=\"{}\"", escaped(color)));
        let _ = write!(
            svg,
            "<text class=\"end\" x=\"{:.1}\" y=\"{base:.1}\">{}</text><rect {look} x=\"{BAR_LEFT}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{BAR}\"/><text x=\"{:.1}\" y=\"{base:.1}\">{}</text>",
            BAR_LEFT - 8.0,
            escaped(&shortened(&bar.name)),
            BAR_LEFT + width + 6.0,
            escaped(&bar.text)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Text in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Nothing that HTML does not allow.
            c if c.is_control() && c != '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn open([w, h]: [f64; 2], label: &str) -> String {
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {w} {h}\" role=\"img\" aria-label=\"{}\" xmlns=\"http://www.w3.org/2000/svg\">",
        escaped(label)
    )
}

fn axes(svg: &mut String, x: &Scale, y: &Scale, below: &str, beside: &str) {
    let [left, bottom] = [x.pixels[0], y.pixels[0]];
    for (value, text) in y.ticks() {
        let at = y.place(value);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{left} {at:.1}H{}\"/><text class=\"end\" x=\"{}\" y=\"{:.1}\">{text}</text>",
            x.pixels[1],
            left - 6.0,
            at + 4.0
        );
    }
    for (value, text) in x.ticks() {
        let at = x.place(value);
        let _ = write!(
            svg,
            "<path class=\"axis\" d=\"M{at:.1} {bottom}v4\"/><text class=\"middle\" x=\"{at:.1}\" y=\"{}\">{text}</text>",
            bottom + 17.0
        );
    }
    let _ = write!(
        svg,
        "<path class=\"axis\" d=\"M{left} {bottom}H{}\"/><text class=\"end small\" x=\"{}\" y=\"{}\">{}</text><text class=\"small\" x=\"{}\" y=\"{}\">{}</text>",
        x.pixels[1],
        x.pixels[1],
        bottom + 33.0,
        escaped(below),
        left + 5.0,
        y.pixels[1] + 9.0,
        escaped(beside)
    );
}

/// What the colors mean, where there are several.
fn legend(html: &mut String, names: &[&str]) {
    if names.len() > 1 {
        html.push_str("<p class=\"legend\">");
        for (index, name) in names.iter().enumerate() {
            let _ = write!(html, "<span><i class=\"c{}\"></i>{}</span> ", index % COLORS, escaped(name));
        }
        html.push_str("</p>");
    }
}

/// A name that fits beside a bar.
fn shortened(name: &str) -> String {
    const MOST: usize = 22;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let mut short: String = name.chars().take(MOST - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_svg(text: &str) -> usize {
        let end = text.rfind("</svg>").expect("it ends") + 6;
        let parsed = roxmltree::Document::parse(&text[..end]).unwrap_or_else(|e| panic!("{e}: {text}"));
        parsed.descendants().filter(roxmltree::Node::is_element).count()
    }

    #[test]
    fn plots_are_xml() {
        let mut series = Series::default();
        (0..5000).for_each(|k| series.push(f64::from(k) * 0.1, f64::from(k % 37)));
        let plot = lines("<N>", "persons", &[("a & b", &series), ("none", &Series::default())]);
        assert!(is_svg(&plot) > 10 && plot.contains("a &amp; b"), "{plot}");
        assert!(plot.len() < 20_000, "no more points than one can see");
        assert!(is_svg(&histogram("times", "s", &[])) > 3, "nobody");
        assert!(is_svg(&histogram("times", "s", &[1.0, 2.0, 2.5, 90.0, f64::NAN])) > 10, "odd ones");
        let bar = |name: String, color| Bar { name, value: 3.0, text: "3".to_owned(), color };
        let rows = [bar("north".to_owned(), None), bar("x".repeat(50), Some("#00f".to_owned()))];
        assert!(bars("exits", &rows).contains('…') && is_svg(&bars("exits", &rows)) == 7);
        is_svg(&bars("none", &[]));
    }
}
