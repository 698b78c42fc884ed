//! The figures of the front page, drawn by the crate itself.

use throng_voronoi::sample::{Random, Segment, disjoint};
use throng_voronoi::{Clean, Diagram, GridPoint, Site, SvgStyle, svg_side_by_side};

/// File names and texts.
pub(crate) fn all() -> [(&'static str, String); 3] {
    [("room.svg", room()), ("mixed.svg", mixed()), ("removal.svg", removal())]
}

/// A room with a wall and pillars, and all of its spokes.
fn room() -> String {
    let mut walls = Vec::new();
    polygon(&mut walls, &[(0, 0), (1200, 0), (1200, 460), (980, 700), (0, 700)]);
    chain(&mut walls, &[(0, 420), (330, 420), (330, 560)]);
    polygon(&mut walls, &[(250, 130), (340, 180), (290, 270), (200, 220)]);
    polygon(&mut walls, &[(560, 90), (680, 120), (590, 220)]);
    polygon(&mut walls, &[(880, 150), (960, 150), (1000, 220), (960, 290), (880, 290), (840, 220)]);
    polygon(&mut walls, &[(520, 430), (650, 380), (670, 430), (540, 480)]);
    chain(&mut walls, &[(760, 700), (760, 560), (850, 520)]);
    let style = SvgStyle {
        width: 720.0,
        title: "A room with pillars and walls, its medial axis, and the spokes to its corners".to_owned(),
        view: Some([GridPoint::new(-20, -20), GridPoint::new(1220, 720)]),
        vertices: false,
        ..SvgStyle::default()
    };
    diagram(&walls).svg(&style)
}

/// Points and segments in general position.
fn mixed() -> String {
    let style = SvgStyle {
        width: 640.0,
        title: "Points and segments with the arcs between them: straight ones and parabolas".to_owned(),
        view: Some([GridPoint::new(0, 0), GridPoint::new(4000, 2600)]),
        ..SvgStyle::default()
    };
    diagram(&scattered(4, 11, 17)).svg(&style)
}

/// The same place before and after a segment is removed.
fn removal() -> String {
    let mut sites = scattered(12, 7, 14);
    let gone = [GridPoint::new(1500, 1100), GridPoint::new(2500, 1500)];
    sites.retain(|&s| s != gone);
    sites.push(gone);
    let built = Diagram::of_segments(&sites).expect("the sites are disjoint");
    let removed = built.segments[sites.len() - 1].expect("it has a length");
    let before = built.diagram;
    let mut after = before.clone();
    let change = after.remove_segment(removed).expect("it is there").clone();
    let region: Vec<_> = before.cell(Site::Segment(removed)).map(|half_edge| half_edge.arc()).collect();
    let style = SvgStyle {
        width: 400.0,
        view: Some([GridPoint::new(500, 200), GridPoint::new(3500, 2400)]),
        spokes: false,
        region,
        ..SvgStyle::default()
    };
    let first = SvgStyle { highlight: change.removed, ..style.clone() };
    let second = SvgStyle { highlight: change.added, dashed: vec![gone], ..style };
    svg_side_by_side(
        "A segment is removed: only the arcs around its region change",
        &[(&before, &first), (&after, &second)],
    )
}

/// Segments and points that keep away from one another, in a box of 4000 by 2600.
fn scattered(seed: u64, segments: usize, points: usize) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut sites: Vec<Segment> = vec![[GridPoint::new(1500, 1100), GridPoint::new(2500, 1500)]];
    let mut tries = 0;
    while sites.len() < segments + points && tries < 10_000 {
        tries += 1;
        let a = GridPoint::new(random.range(150, 3850), random.range(150, 2450));
        let [x, y] = random.direction();
        let length = if sites.len() < segments { 300.0 + 700.0 * random.unit() } else { 0.0 };
        let b = GridPoint::new(a.x + (x * length) as i32, a.y + (y * length) as i32);
        let inside = (150..3850).contains(&b.x) && (150..2450).contains(&b.y);
        // Far enough from the others: no place of one is near a place of the other.
        let along = |s: Segment| {
            (0..=20).map(move |i| {
                let at = |p: i32, q: i32| p + (q - p) * i / 20;
                [f64::from(at(s[0].x, s[1].x)), f64::from(at(s[0].y, s[1].y))]
            })
        };
        let far = |p: [f64; 2], q: [f64; 2]| {
            let (x, y) = (p[0] - q[0], p[1] - q[1]);
            x * x + y * y > 170.0 * 170.0
        };
        let apart = |s: Segment| along(s).all(|p| along([a, b]).all(|q| far(p, q)));
        if inside && sites.iter().all(|&s| disjoint(s, [a, b]) && apart(s)) {
            sites.push([a, b]);
        }
    }
    sites
}

/// The diagram of segments that may meet.
fn diagram(segments: &[Segment]) -> Diagram {
    let clean = Clean::new(&[], segments).expect("the sites are in the box");
    Diagram::build(clean.points(), clean.segments()).expect("the sites are clean").diagram
}

fn chain(segments: &mut Vec<Segment>, corners: &[(i32, i32)]) {
    let at = |&(x, y): &(i32, i32)| GridPoint::new(x, y);
    segments.extend(corners.windows(2).map(|pair| [at(&pair[0]), at(&pair[1])]));
}

fn polygon(segments: &mut Vec<Segment>, corners: &[(i32, i32)]) {
    chain(segments, corners);
    chain(segments, &[corners[corners.len() - 1], corners[0]]);
}
