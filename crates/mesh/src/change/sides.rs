//! What is on the two sides of a piece: the notes of a [`Layout`].
//!
//! A note has two parts. Whether the place as it was built is walkable there follows from the fixed course that runs through the piece, if there is
//! just one; else from the piece above, and so on up. How many obstacles cover it follows from their own chains ([`crate::change::inside`]).
//!
//! Both are exact, and both look at the chains as they are after rounding. Rounding never moves a chain over a node, so the notes of pieces that
//! did not change stay right.
//!
//! Of a lone point the nearest site of the diagram tells the same, if no segment comes or goes.
//!
//! Cost: for a piece in the open one look into the mesh. Only beside walls, under obstacles and outside the search goes up, in steps that double.

use throng_voronoi::{GridPoint, MAX_COORD, PieceKey, Site};

use crate::change::inside::{Place2, compare_heights, doubled, is_apart, is_below, middle, turn, upper_side};
use crate::change::layout::{FIXED, Layout, Part};
use crate::change::tag::Tag;
use crate::change::update::Seen;
use crate::id::FlankId;
use crate::locate::Position;
use crate::plane::{distance_sq, nearest_on_segment};
use crate::scene::LayerId;

/// Nearer to a wall or a connection than this the mesh, which has rounded positions, is not asked. In grid units.
const DOUBTFUL: f64 = 4.0;

/// First step of the search upwards. In grid units: about 6 m on the usual grid.
const STEP: i32 = 1 << 16;

impl Layout {
    /// The notes of a piece from nothing.
    pub(super) fn notes(&mut self, seen: Option<Seen<'_>>, key: PieceKey) -> [u16; 2] {
        let fixed = self.fixed_sides(seen, key);
        let mut notes = fixed.map(|fixed| if fixed { FIXED } else { 0 });
        let ends = self.arrangement.ends_of(key);
        let m = middle(ends);
        let at = GridPoint::new((m[0] >> 1) as i32, (m[1] >> 1) as i32);
        for (obstacle, part) in self.boxes.at(key.layer, at) {
            let part = &self.obstacles[&obstacle].parts[part as usize];
            let covered = self.covers(part, key, ends);
            for side in 0..2 {
                notes[side] += u16::from(covered[side]);
            }
        }
        notes
    }

    /// Whether a part of an obstacle covers the left and the right side of a piece.
    pub(super) fn covers(&self, part: &Part, key: PieceKey, ends: [GridPoint; 2]) -> [bool; 2] {
        let m = middle(ends);
        if !part.area || !part.may_contain(m) {
            return [false; 2];
        }
        let (mut above, mut own) = (false, false);
        for &c in &part.courses {
            self.look_up_at(c, m, |u, v, is_above| {
                let is_own = PieceKey::new(u, v, key.layer) == key;
                own ^= is_own;
                above ^= is_above && !is_own;
            });
        }
        let upper = upper_side(ends);
        let mut covered = [above; 2];
        covered[1 - upper] = above ^ own;
        covered
    }

    /// Whether a place with no piece through it is walkable: a point obstacle that stands alone, say.
    pub(super) fn is_free(&mut self, seen: Option<Seen<'_>>, layer: u32, at: GridPoint) -> bool {
        let place = doubled(at);
        let covered = self.boxes.at(layer, at).any(|(obstacle, part)| {
            let part = &self.obstacles[&obstacle].parts[part as usize];
            let mut inside = false;
            if part.area && part.may_contain(place) {
                for &c in &part.courses {
                    self.look_up_at(c, place, |_, _, is_above| inside ^= is_above);
                }
            }
            inside
        });
        !covered && self.fixed_at(seen, layer, place)
    }

    /// Whether a node that no piece ends at is a point obstacle with walkable space around it, by the site of the diagram that is nearest to it:
    /// between the two there is no wall. `None` if that does not tell, or is not quick.
    ///
    /// Only while all segments of the diagram are as they should be.
    pub(super) fn is_lone_by_site(&mut self, v: u32) -> Option<bool> {
        let diagram = self.ground.surface.diagram();
        if diagram.is_layered() || self.arrangement.has_pieces(v) || !self.lone.contains_key(&v) {
            return None;
        }
        let at = self.arrangement.node(v).at;
        let near = self.arrangement.near_node(v)?.site?;
        let arc = diagram.walk_to(at, diagram.half_edge_of(Site::Point(near))?);
        self.ahead = Some((v, arc));
        let [_, (site, _)] = diagram.half_edge(arc).sites_at_start();
        match site {
            Site::Segment(s) => {
                let [a, b] = diagram.ends(s).map(|p| diagram.point(p));
                let [left, right] = self.ground.walkable[s.0 as usize];
                match turn(a, b, at) {
                    0 => None,
                    turn => Some(if turn > 0 { left } else { right }),
                }
            }
            // Points that are no ends are obstacles in walkable space.
            Site::Point(p) => {
                let is_lone =
                    diagram.has_point(p) && self.arrangement.node(self.node_of[p.0 as usize]).uses == 0;
                is_lone.then_some(true)
            }
        }
    }

    /// Tells which pieces of the border of an area are above a place: each piece of a course with its nodes.
    ///
    /// A chain keeps within half a unit of its course. Of a place farther away it is on the same side as the course, and is told as if it were one
    /// piece, by the course's own ends.
    fn look_up_at(&self, c: u32, place: Place2, mut tell: impl FnMut(u32, u32, bool)) {
        let course = self.arrangement.course(c);
        if !matches!(Tag::unpack(course.tag), Tag::Obstacle(_, true)) {
            return;
        }
        let ends = [course.from, course.to];
        if is_apart(place, ends) {
            tell(course.ends[0], course.ends[1], is_below(place, ends) == Some(true));
            return;
        }
        let mut nodes = course.nodes();
        let Some(mut last) = nodes.next() else { return };
        for v in nodes {
            let piece = [last, v].map(|v| self.arrangement.node(v).at);
            tell(last, v, is_below(place, piece) == Some(true));
            last = v;
        }
    }

    /// Whether the place as it was built is walkable on the left and on the right of a piece.
    fn fixed_sides(&mut self, seen: Option<Seen<'_>>, key: PieceKey) -> [bool; 2] {
        let (count, only, flips) = self.fixed_owners(key);
        let ends = self.arrangement.ends_of(key);
        match (count, only) {
            (1, Some(sides)) => sides,
            (0, _) => [self.fixed_at(seen, key.layer, middle(ends)); 2],
            _ => {
                let upper = upper_side(ends);
                let above = self.fixed_above(key.layer, middle(ends));
                let mut sides = [above; 2];
                sides[1 - upper] = above ^ flips;
                sides
            }
        }
    }

    /// How many fixed courses run through a piece; the sides of the last one, seen along the piece; and whether the two sides
    /// of all of them together differ.
    fn fixed_owners(&self, key: PieceKey) -> (usize, Option<[bool; 2]>, bool) {
        let (mut count, mut only, mut flips) = (0, None, false);
        let Some(piece) = self.arrangement.piece(key) else { return (0, None, false) };
        for c in piece.owners() {
            let sides = match Tag::unpack(self.arrangement.course(c).tag) {
                Tag::Fixed(sides) => sides,
                Tag::Seam(_) => {
                    let first = self.arrangement.course(c).layers[0] == key.layer;
                    [first, !first]
                }
                Tag::Obstacle(..) => continue,
            };
            let [left, right] = sides;
            count += 1;
            flips ^= left != right;
            only = Some(if self.runs_along(key, c) { sides } else { [right, left] });
        }
        (count, only, flips)
    }

    /// Whether the place as it was built is walkable at a place that no fixed course runs through.
    fn fixed_at(&mut self, seen: Option<Seen<'_>>, layer: u32, place: Place2) -> bool {
        self.is_in_the_open(seen, layer, place) || self.fixed_above(layer, place)
    }

    /// Whether a place is walkable in the mesh, beyond doubt.
    fn is_in_the_open(&mut self, seen: Option<Seen<'_>>, layer: u32, place: Place2) -> bool {
        let unit = self.grid.unit;
        let at = [0, 1].map(|axis| self.grid.origin[axis] + unit * (place[axis] as f64 / 2.0));
        let doubt = (DOUBTFUL * unit) * (DOUBTFUL * unit);
        let Some(Seen { mesh, .. }) = seen else { return false };
        let Some(f) = self.find(seen, Position::new(at, LayerId(layer))) else { return false };
        distance_sq(mesh.foot(mesh.flank(f).obstacle, at), at) > doubt
            && self.links_of[layer as usize].iter().all(|link| {
                let [p, q] = self.links[link.0 as usize].segment;
                distance_sq(nearest_on_segment(p, q, at), at) > doubt
            })
    }

    /// The flank of the mesh that a position is in, looked for from the last one on.
    pub(super) fn find(&mut self, seen: Option<Seen<'_>>, position: Position) -> Option<FlankId> {
        let f = seen?.mesh.find(position, self.recent);
        self.recent = f.map(FlankId::cell).or(self.recent);
        f
    }

    /// Whether the place as it was built is walkable just above a place, a hair to its right.
    fn fixed_above(&mut self, layer: u32, place: Place2) -> bool {
        let x = (place[0] >> 1) as i32;
        let y = (place[1] >> 1) as i32;
        let mut found = Vec::new();
        let mut step = STEP;
        loop {
            let top = y.saturating_add(step).min(MAX_COORD + 1);
            found.clear();
            let window = [GridPoint::new(x, y), GridPoint::new(x + 1, top)];
            self.arrangement.pieces_within(layer, window, &mut found);
            found.sort_unstable();
            found.dedup();
            let mut above: Vec<(PieceKey, [GridPoint; 2])> = found
                .iter()
                .map(|&key| (key, self.arrangement.ends_of(key)))
                .filter(|&(_, ends)| is_below(place, ends) == Some(true))
                // What is higher than the window may have something below it that is not in the window.
                .filter(|&(_, ends)| is_below([place[0], 2 * i64::from(top)], ends) != Some(true))
                .collect();
            above.sort_by(|one, two| compare_heights(place[0], one.1, two.1));
            let mut flipped = false;
            for (key, ends) in above {
                let (count, only, flips) = self.fixed_owners(key);
                match (count, only) {
                    (0, _) => {}
                    (1, Some(sides)) => return sides[1 - upper_side(ends)] ^ flipped,
                    _ => flipped ^= flips,
                }
            }
            // Outside nothing is walkable.
            if top > MAX_COORD {
                return flipped;
            }
            step = step.saturating_mul(4);
        }
    }
}

impl Part {
    /// Whether a place, with doubled coordinates, is in the box of the part, which rounding may have widened by a unit.
    fn may_contain(&self, place: Place2) -> bool {
        let inside =
            |v: i64, low: i32, high: i32| v >= 2 * i64::from(low) - 2 && v <= 2 * i64::from(high) + 2;
        inside(place[0], self.low.x, self.high.x) && inside(place[1], self.low.y, self.high.y)
    }
}
