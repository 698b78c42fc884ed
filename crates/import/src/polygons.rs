//! Polygons with holes become rings of a layer.
//!
//! A layer knows no holes: it has walkable rings, and obstacles that are taken away from all of them. So a hole becomes an
//! obstacle, which is how people would draw it. That is wrong in one case: where another polygon reaches into the hole, such
//! as a building in a courtyard, because the obstacle would swallow it. There the hole is joined to its outer ring instead,
//! by a bridge that is walked there and back:
//!
//! ```text
//!     ┌───────────────┐          ┌───────────────┐
//!     │   ┌───────┐   │          │   ┌───────┐   │
//!     │   │ ┌───┐ │   │          │   │ ┌───┐ │   │
//!     │   │ └───┘ │   │          │   │ └───┘ │   │
//!     │   └───────┘   │          │   ├───────┘   │
//!     └───────────────┘          └───┴───────────┘
//! ```
//!
//! A ring counts what it encloses an odd number of times, so the bridge itself has no effect. Joining is always right;
//! it is only less readable. In doubt, polygons that merely touch count as reaching into each other.

use throng_mesh::{Corner, Layer, LayerId, Part, Ring};

use crate::imported::Lines;

/// A polygon with holes, as most formats have it. Rings are not closed: the first corner is not repeated.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Polygon {
    /// What it encloses.
    pub(crate) outer: Ring,
    /// What is taken out of it again.
    pub(crate) holes: Vec<Ring>,
    /// Lines of the file for the corners of the outer ring, then of each hole; may be shorter, if they are not known.
    pub(crate) lines: Vec<Vec<u32>>,
}

impl Polygon {
    /// One ring in which the holes are joined to the outer ring, and the lines of its corners.
    pub(crate) fn into_keyhole(self) -> (Ring, Vec<u32>) {
        let holes = self.holes.len();
        self.join(&vec![true; holes]).0
    }

    /// Joins the chosen holes to the outer ring; the others are returned beside it.
    fn join(mut self, chosen: &[bool]) -> (Lined, Vec<Lined>) {
        self.lines.resize(1 + self.holes.len(), Vec::new());
        let mut lines = self.lines.into_iter();
        let mut ring = (self.outer, lines.next().unwrap_or_default());
        let (mut joined, mut others) = (Vec::new(), Vec::new());
        for (hole, &chosen) in self.holes.into_iter().zip(lines).zip(chosen) {
            if chosen { joined.push(hole) } else { others.push(hole) }
        }
        // From left to right: then there is always something to the left of a hole that a bridge can lead to.
        joined.sort_by(|(a, _), (b, _)| min_x(a).total_cmp(&min_x(b)));
        for hole in joined {
            ring = bridge(ring, hole);
        }
        (ring, others)
    }
}

/// A ring and the lines of its corners.
type Lined = (Ring, Vec<u32>);

/// Adds polygons to a layer: outer rings as walkable, holes as obstacles, or joined where another polygon reaches in.
pub(crate) fn add_walkable(polygons: Vec<Polygon>, id: LayerId, layer: &mut Layer, lines: &mut Lines) {
    let boxes: Vec<Bounds> = polygons.iter().map(|polygon| Bounds::of(&polygon.outer)).collect();
    let chosen: Vec<Vec<bool>> = (0..polygons.len())
        .map(|index| {
            let reached = |hole: &Ring| {
                let bounds = Bounds::of(hole);
                let mut others =
                    (0..polygons.len()).filter(|&other| other != index && boxes[other].meets(&bounds));
                others.any(|other| meet(&polygons[other].outer, hole))
            };
            polygons[index].holes.iter().map(reached).collect()
        })
        .collect();
    for (polygon, chosen) in polygons.into_iter().zip(&chosen) {
        let ((outer, outer_lines), holes) = polygon.join(chosen);
        add_ring(outer, outer_lines, Part::Walkable(layer.walkable.len()), id, layer, lines);
        for (hole, hole_lines) in holes {
            add_ring(hole, hole_lines, Part::Obstacle(layer.obstacles.len()), id, layer, lines);
        }
    }
}

/// Adds polygons to a layer as obstacles. What lies in a hole of one stays walkable.
pub(crate) fn add_obstacles(polygons: Vec<Polygon>, id: LayerId, layer: &mut Layer, lines: &mut Lines) {
    for polygon in polygons {
        let (ring, ring_lines) = polygon.into_keyhole();
        add_ring(ring, ring_lines, Part::Obstacle(layer.obstacles.len()), id, layer, lines);
    }
}

/// Adds a chain of corners to a layer as line obstacles, one for each of its segments; one corner is a point obstacle.
pub(crate) fn add_line(chain: &[Corner], line: &[u32], id: LayerId, layer: &mut Layer, lines: &mut Lines) {
    let line_at = |index: usize| line.get(index).or(line.first()).copied();
    if let &[point] = chain {
        let part = Part::Obstacle(layer.obstacles.len());
        add_ring(vec![point], line_at(0).into_iter().collect(), part, id, layer, lines);
    }
    for (index, ends) in chain.windows(2).enumerate() {
        let part = Part::Obstacle(layer.obstacles.len());
        add_ring(ends.to_vec(), line_at(index).into_iter().collect(), part, id, layer, lines);
    }
}

/// Adds a ring at the end of its list.
pub(crate) fn add_ring(
    ring: Ring,
    ring_lines: Vec<u32>,
    part: Part,
    id: LayerId,
    layer: &mut Layer,
    lines: &mut Lines,
) {
    if !ring_lines.is_empty() {
        lines.rings.insert((id, part), ring_lines);
    }
    match part {
        Part::Walkable(_) => layer.walkable.push(ring),
        Part::Obstacle(_) => layer.obstacles.push(ring),
        Part::Opening(_) => layer.openings.push(ring),
        // Regions have a label and the terrain has triangles: they are no mere rings.
        Part::Region(_) | Part::Terrain => {}
    }
}

/// A box around corners; empty if it is upside down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) low: [f64; 2],
    pub(crate) high: [f64; 2],
}

impl Bounds {
    pub(crate) const EMPTY: Self = Self { low: [f64::INFINITY; 2], high: [f64::NEG_INFINITY; 2] };

    pub(crate) fn of(ring: &[Corner]) -> Self {
        let mut bounds = Self::EMPTY;
        ring.iter().for_each(|&corner| bounds.add(corner));
        bounds
    }

    pub(crate) fn add(&mut self, [x, y, _]: Corner) {
        self.low = [self.low[0].min(x), self.low[1].min(y)];
        self.high = [self.high[0].max(x), self.high[1].max(y)];
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.low[0] > self.high[0]
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }

    pub(crate) fn contains(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.low[axis] <= other.low[axis] && other.high[axis] <= self.high[axis])
    }

    pub(crate) fn area(&self) -> f64 {
        if self.is_empty() { 0.0 } else { (self.high[0] - self.low[0]) * (self.high[1] - self.low[1]) }
    }
}

/// Whether two rings have a point in common, borders included.
pub(crate) fn meet(a: &[Corner], b: &[Corner]) -> bool {
    let (box_a, box_b) = (Bounds::of(a), Bounds::of(b));
    if !box_a.meets(&box_b) {
        return false;
    }
    let corner_inside = |ring: &[Corner], other: &[Corner]| ring.first().is_some_and(|&p| encloses(other, p));
    // Edges that stay clear of the other ring's box cannot meet its edges.
    let near = |ring: &[Corner], bounds: &Bounds| -> Vec<[Corner; 2]> {
        edges(ring).filter(|edge| Bounds::of(edge).meets(bounds)).collect()
    };
    let (near_a, near_b) = (near(a, &box_b), near(b, &box_a));
    near_a.iter().any(|&e| near_b.iter().any(|&f| edges_meet(e, f)))
        || corner_inside(a, b)
        || corner_inside(b, a)
}

/// Twice the area that a ring encloses; negative if it runs clockwise.
pub(crate) fn twice_area(ring: &[Corner]) -> f64 {
    let Some(&[x0, y0, _]) = ring.first() else { return 0.0 };
    edges(ring).map(|[a, b]| (a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)).sum()
}

/// Whether a ring encloses a point an odd number of times.
fn encloses(ring: &[Corner], [x, y, _]: Corner) -> bool {
    let crossed = edges(ring)
        .filter(|[a, b]| (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
    crossed.count() % 2 == 1
}

fn edges(ring: &[Corner]) -> impl Iterator<Item = [Corner; 2]> {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| [a, b])
}

/// Whether two edges have a point in common. Decided in floating point: a wrong answer costs a bridge or a crossing, and
/// both are harmless.
fn edges_meet(e: [Corner; 2], f: [Corner; 2]) -> bool {
    let side = |[a, b]: [Corner; 2], p: Corner| {
        let cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        if cross > 0.0 { 1 } else { -i32::from(cross < 0.0) }
    };
    Bounds::of(&e).meets(&Bounds::of(&f))
        && side(e, f[0]) * side(e, f[1]) <= 0
        && side(f, e[0]) * side(f, e[1]) <= 0
}

/// Joins a hole to a ring: from a corner of the ring to the leftmost corner of the hole, around it, and back.
fn bridge((ring, ring_lines): Lined, (hole, hole_lines): Lined) -> Lined {
    let leftmost = (0..hole.len()).min_by(|&a, &b| hole[a][0].total_cmp(&hole[b][0]));
    let (Some(start), false) = (leftmost, ring.is_empty()) else { return (ring, ring_lines) };
    let from = best_end(&ring, &hole, hole[start]);
    let splice = |ring: &Ring, hole: &Ring| -> Ring {
        let around = hole[start..].iter().chain(&hole[..=start]);
        ring[..=from].iter().chain(around).chain(&ring[from..]).copied().collect()
    };
    // Lines are known for all corners, for the first, or not at all; a joined ring has all or none.
    let all = |lines: Vec<u32>, corners: usize| match lines.len() {
        len if len == corners => Some(lines),
        0 => None,
        _ => Some(vec![lines[0]; corners]),
    };
    let lines = all(ring_lines, ring.len()).zip(all(hole_lines, hole.len())).map(|(ring, hole)| {
        let around = hole[start..].iter().chain(&hole[..=start]);
        ring[..=from].iter().chain(around).chain(&ring[from..]).copied().collect()
    });
    (splice(&ring, &hole), lines.unwrap_or_default())
}

/// The corner of the ring from which a bridge leads to a point of the hole: a near one whose bridge crosses nothing.
fn best_end(ring: &[Corner], hole: &[Corner], point: Corner) -> usize {
    // A crossed bridge is as right as any, it only makes needless corners; so the search may stop early.
    const TRIED: usize = 32;
    let distance_sq = |&index: &usize| {
        let [x, y, _] = ring[index];
        (x - point[0]) * (x - point[0]) + (y - point[1]) * (y - point[1])
    };
    let mut near: Vec<usize> = (0..ring.len()).collect();
    if near.len() > TRIED {
        near.select_nth_unstable_by(TRIED, |a, b| distance_sq(a).total_cmp(&distance_sq(b)).then(a.cmp(b)));
        near.truncate(TRIED);
    }
    near.sort_by(|a, b| distance_sq(a).total_cmp(&distance_sq(b)).then(a.cmp(b)));
    let free = |&index: &usize| {
        let end = ring[index];
        let crossing = |[a, b]: [Corner; 2]| {
            a != end && b != end && a != point && b != point && edges_meet([a, b], [end, point])
        };
        !edges(ring).chain(edges(hole)).any(crossing)
    };
    near.iter().copied().find(free).unwrap_or(near[0])
}

fn min_x(ring: &[Corner]) -> f64 {
    Bounds::of(ring).low[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, side: f64) -> Ring {
        vec![[x, y, 0.0], [x + side, y, 0.0], [x + side, y + side, 0.0], [x, y + side, 0.0]]
    }

    fn layer_of(polygons: Vec<Polygon>) -> (Layer, Lines) {
        let (mut layer, mut lines) = (Layer::new("ground"), Lines::default());
        add_walkable(polygons, LayerId(0), &mut layer, &mut lines);
        (layer, lines)
    }

    /// What design says about walkable space, point by point.
    fn is_walkable(layer: &Layer, p: Corner) -> bool {
        layer.walkable.iter().any(|ring| encloses(ring, p))
            && !layer.obstacles.iter().any(|ring| encloses(ring, p))
    }

    #[test]
    fn a_hole_is_an_obstacle() {
        let lines = vec![vec![1], vec![2]];
        let (layer, lines) = layer_of(vec![Polygon {
            outer: square(0.0, 0.0, 9.0),
            holes: vec![square(3.0, 3.0, 3.0)],
            lines,
        }]);
        assert_eq!(layer.walkable, [square(0.0, 0.0, 9.0)]);
        assert_eq!(layer.obstacles, [square(3.0, 3.0, 3.0)]);
        assert_eq!(lines.rings[&(LayerId(0), Part::Obstacle(0))], [2]);
    }

    #[test]
    fn an_island_in_a_hole_stays_walkable() {
        let outer = Polygon {
            outer: square(0.0, 0.0, 9.0),
            holes: vec![square(3.0, 3.0, 3.0), square(7.0, 7.0, 1.0)],
            lines: vec![],
        };
        let island = Polygon { outer: square(4.0, 4.0, 1.0), ..Polygon::default() };
        let (layer, _) = layer_of(vec![outer, island]);
        assert_eq!(
            layer.obstacles,
            [square(7.0, 7.0, 1.0)],
            "only the hole without an island is an obstacle"
        );
        for (x, y, expected) in [(1.5, 1.5, true), (3.5, 3.5, false), (4.5, 4.5, true), (7.5, 7.5, false)] {
            assert_eq!(is_walkable(&layer, [x, y, 0.0]), expected, "({x}, {y})");
        }
    }

    #[test]
    fn an_island_that_fills_its_hole_stays_walkable() {
        let holes = vec![square(3.0, 3.0, 3.0)];
        let outer = Polygon { outer: square(0.0, 0.0, 9.0), holes, lines: vec![] };
        let island = Polygon { outer: square(3.0, 3.0, 3.0), ..Polygon::default() };
        let (layer, _) = layer_of(vec![outer, island]);
        assert!(is_walkable(&layer, [4.5, 4.4, 0.0]), "the island");
        assert!(layer.obstacles.is_empty(), "an obstacle would cover it");
    }

    #[test]
    fn keyholes_agree_with_holes_everywhere() {
        // Holes in a row, in a column and side by side, so that bridges lead to the border and to other holes.
        let holes: Vec<Ring> = [(1.0, 1.0), (3.0, 1.0), (5.0, 1.0), (1.0, 4.0), (1.0, 6.0), (6.0, 6.0)]
            .map(|(x, y)| square(x, y, 1.0))
            .into();
        let polygon = Polygon { outer: square(0.0, 0.0, 9.0), holes: holes.clone(), lines: vec![vec![5]; 7] };
        let (ring, lines) = polygon.clone().into_keyhole();
        assert_eq!(lines, vec![5; ring.len()]);
        for step in 0..(36 * 36) {
            // Never on an edge or on a line through two corners.
            let p = [0.1317 + f64::from(step % 36) * 0.25, 0.0971 + f64::from(step / 36) * 0.25, 0.0];
            let expected = encloses(&polygon.outer, p) && !holes.iter().any(|hole| encloses(hole, p));
            assert_eq!(encloses(&ring, p), expected, "{p:?}");
        }
    }

    #[test]
    fn bridges_cross_nothing_where_there_is_a_way() {
        let holes = vec![square(3.0, 3.0, 1.0), square(5.0, 3.0, 1.0), square(7.0, 3.0, 1.0)];
        let (ring, _) = Polygon { outer: square(0.0, 0.0, 9.0), holes, lines: vec![] }.into_keyhole();
        let all: Vec<_> = edges(&ring).collect();
        for (i, e) in all.iter().enumerate() {
            for f in &all[i + 1..] {
                let shares_an_end = e.iter().any(|p| f.contains(p));
                assert!(shares_an_end || !edges_meet(*e, *f), "{e:?} meets {f:?}");
            }
        }
    }

    #[test]
    fn rings_without_corners_do_no_harm() {
        let (layer, _) =
            layer_of(vec![Polygon { holes: vec![vec![], square(0.0, 0.0, 1.0)], ..Polygon::default() }]);
        assert_eq!(layer.walkable, [Ring::new()]);
        assert_eq!(Polygon::default().into_keyhole(), (vec![], vec![]));
        let polygon = Polygon { outer: square(0.0, 0.0, 1.0), holes: vec![vec![]], lines: vec![] };
        assert_eq!(polygon.into_keyhole().0, square(0.0, 0.0, 1.0));
    }

    #[test]
    fn a_chain_is_one_obstacle_a_segment() {
        let (mut layer, mut lines) = (Layer::new("ground"), Lines::default());
        let chain = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
        add_line(&chain, &[4], LayerId(0), &mut layer, &mut lines);
        add_line(&chain[..1], &[6], LayerId(0), &mut layer, &mut lines);
        assert_eq!(layer.obstacles, [chain[..2].to_vec(), chain[1..].to_vec(), chain[..1].to_vec()]);
        assert_eq!(lines.rings[&(LayerId(0), Part::Obstacle(2))], [6]);
    }
}
