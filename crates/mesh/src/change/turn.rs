//! On which layer a direction is, seen from a point where several planes meet.
//!
//! At the end of a connection the planes of its layers are joined to one surface with two full turns round the point, or more. So a
//! direction there is in several planes. Which one is meant follows from the arc of the point's region that lies in that direction.
//!
//! 1. Turn counter-clockwise from the direction, arc by arc, until something is found whose layer is known: a segment that ends here,
//!    or the site behind an arc; from there a straight way leads to a vertex of the arc, and on to this point.
//! 2. How many full turns were made follows from the sum of what the arcs span; the rest of the angle is exact.
//! 3. Turn back. Where a connection is passed, the layer changes.
//!
//! Cost: the arcs up to the first known one; most often that is the next.
//! Degenerate: arcs of length zero span nothing. A direction along a connection has a layer on its left and another on its right.

use throng_voronoi::{GridPoint, HalfEdgeId, PointId, SegmentId, Site};

use crate::change::label::{MANY, NOWHERE};
use crate::change::layout::Layout;
use crate::change::way::{Fine, Leg, Passages, cross, dot, fine, minus, rounded};

/// A full turn, in quarters.
const FULL: f64 = 4.0;

/// What is left of a full turn if rounding made an arc of no length run backwards.
const NOTHING: f64 = 1e-6;

/// Vertices farther away are those with the frame. In grid units.
const FAR: f64 = (1u64 << 30) as f64;

/// How many connections may be passed. Each turn passes a few.
const PATIENCE: usize = 1000;

impl Layout {
    /// The layers on the left and right of a direction, seen from a point of many layers. The direction lies in an arc of the point's region.
    pub(super) fn layers_toward(&self, c: PointId, toward: GridPoint, arc: HalfEdgeId) -> Option<[u32; 2]> {
        let diagram = self.ground.surface.diagram();
        let at = diagram.point(c);
        let w = minus(fine(toward), fine(at));
        if let Some((s, out)) = self.own(c, arc) {
            // Between the normals of a segment that ends here.
            let layers = self.layers_at_end(s, c)?;
            let side = cross(out, w).signum();
            if side == 0 {
                return None;
            }
            return Some(self.turned(at, layers[usize::from(side < 0)], out, w, 0, side > 0, false));
        }
        // Step 1.
        let mut h = arc;
        let mut turned = self.span(at, None, Some(w), h);
        let mut is_first = true;
        loop {
            if !is_first {
                if let Some((s, out)) = self.own(c, h) {
                    let layer = self.layers_at_end(s, c)?[1];
                    return Some(self.turned(at, layer, out, w, turns(turned + 1.0, w, out), false, false));
                }
                turned += self.span(at, Some(h), None, h);
            }
            if let Some((layer, place)) = self.known_behind(c, h) {
                let d = minus(place, fine(at));
                return Some(self.turned(at, layer, d, w, turns(turned, w, d), false, true));
            }
            is_first = false;
            h = diagram.half_edge(h.prev()).twin().id();
            if h == arc {
                return None;
            }
        }
    }

    /// The arcs of a point's region that lie in a direction: one for each full turn, or two where the direction meets a vertex.
    pub(super) fn arcs_toward(&self, c: PointId, toward: GridPoint) -> Vec<HalfEdgeId> {
        let diagram = self.ground.surface.diagram();
        let at = diagram.point(c);
        let w = minus(fine(toward), fine(at));
        let Some(first) = diagram.half_edge_of(Site::Point(c)) else { return Vec::new() };
        let mut arcs = Vec::new();
        let mut h = first;
        loop {
            let is_in = match self.own(c, h) {
                Some((_, out)) => dot(out, w) > 0,
                None => {
                    let whole = self.span(at, Some(h), None, h);
                    // From the far vertex of the arc to the direction.
                    let part = forward(self.bearing(at, diagram.half_edge(h).twin().id()), quarter(w));
                    part <= whole + NOTHING
                }
            };
            if is_in {
                arcs.push(h);
            }
            h = diagram.half_edge(h.prev()).twin().id();
            if h == first {
                return arcs;
            }
        }
    }

    /// The segment behind an arc if it ends at the point, and its direction from there.
    fn own(&self, c: PointId, h: HalfEdgeId) -> Option<(SegmentId, Fine)> {
        let diagram = self.ground.surface.diagram();
        let Site::Segment(s) = diagram.half_edge(h).left() else { return None };
        let [a, b] = diagram.ends(s);
        let other = if a == c {
            b
        } else if b == c {
            a
        } else {
            return None;
        };
        Some((s, minus(fine(diagram.point(other)), fine(diagram.point(c)))))
    }

    /// The layer next to a point, in the direction of the start of an arc, if the site behind the arc is on a known layer. Also that start.
    fn known_behind(&self, c: PointId, h: HalfEdgeId) -> Option<(u32, Fine)> {
        let diagram = self.ground.surface.diagram();
        let ([x, y], r, _) = diagram.circle_of(h.vertex());
        if r <= 0.0 || x.abs() > FAR || y.abs() > FAR {
            return None;
        }
        let place = rounded([x, y]);
        let layer = self.layer_from(diagram.half_edge(h).left(), place)?;
        let at = diagram.point(c);
        Some((self.passages.after(layer, &Leg::between(place, fine(at)), &[at], None), place))
    }

    /// The layer of a place in the region of a site, if the site is on a known one.
    pub(super) fn layer_from(&self, site: Site, place: Fine) -> Option<u32> {
        let diagram = self.ground.surface.diagram();
        match site {
            Site::Point(p) => {
                let layer = self.label_of_point(p);
                let leg = Leg::between(fine(diagram.point(p)), place);
                (layer != MANY).then(|| self.passages.after(layer, &leg, &[], None))
            }
            Site::Segment(s) => {
                let ends = diagram.ends(s).map(|p| diagram.point(p));
                let side = cross(minus(fine(ends[1]), fine(ends[0])), minus(place, fine(ends[0])));
                let layer = self.label_of_segment(s)[usize::from(side < 0)];
                if layer == NOWHERE || side == 0 {
                    return None;
                }
                let back = self.backs.binary_search_by_key(&s, |&(back, _)| back).ok();
                let back = back.map(|index| self.backs[index].1.0);
                let [along, away] = Leg::beside(ends, place);
                let layer = self.passages.after(layer, &along, &ends, back);
                Some(self.passages.after(layer, &away, &[], back))
            }
        }
    }

    /// The layers on the left and right of a segment, seen from one of its ends and next to that.
    fn layers_at_end(&self, s: SegmentId, p: PointId) -> Option<[u32; 2]> {
        let diagram = self.ground.surface.diagram();
        let [left, right] = self.label_of_segment(s);
        if left == NOWHERE {
            return None;
        }
        let ends = diagram.ends(s);
        if ends[0] == p {
            return Some([left, right]);
        }
        if left != right {
            return Some([right, left]);
        }
        let places = ends.map(|p| diagram.point(p));
        let leg = Leg::between(fine(places[0]), fine(places[1]));
        Some([self.passages.after(left, &leg, &places, None); 2])
    }

    /// Step 3. `counter`: turn counter-clockwise. `inclusive`: a connection in the direction of the start is still to be passed.
    #[allow(clippy::too_many_arguments, reason = "a turn has a start, an end and a way round")]
    fn turned(
        &self,
        at: GridPoint,
        layer: u32,
        from: Fine,
        to: Fine,
        turns: usize,
        counter: bool,
        inclusive: bool,
    ) -> [u32; 2] {
        let layer = turn(&self.passages, at, layer, [from, to], turns, counter, inclusive);
        // It comes to the direction from one side; along a connection the other side is another layer.
        let other = usize::from(!counter);
        let beyond = self.passages.at(layer, at).find_map(|(e, [ccw, cw])| {
            let sides = if counter { [cw, ccw] } else { [ccw, cw] };
            (sides[0] == layer && cross(e, to) == 0 && dot(e, to) > 0).then_some(sides[1])
        });
        let mut layers = [layer; 2];
        layers[other] = beyond.unwrap_or(layer);
        layers
    }

    /// The angle that an arc spans, from its far end or from a direction to its start, counter-clockwise.
    fn span(&self, at: GridPoint, far: Option<HalfEdgeId>, from: Option<Fine>, h: HalfEdgeId) -> f64 {
        let diagram = self.ground.surface.diagram();
        let start = match (far, from) {
            (Some(far), _) => self.bearing(at, diagram.half_edge(far).twin().id()),
            (None, Some(w)) => quarter(w),
            (None, None) => return 0.0,
        };
        forward(start, self.bearing(at, h))
    }

    /// The direction of the vertex at the start of a half-edge, in quarters of a turn.
    fn bearing(&self, at: GridPoint, h: HalfEdgeId) -> f64 {
        let ([x, y], ..) = self.ground.surface.diagram().circle_of(h.vertex());
        quarter_of([x - f64::from(at.x), y - f64::from(at.y)])
    }
}

/// Step 2: how many full turns are in an angle that was summed up, beyond the angle between two directions.
fn turns(sum: f64, from: Fine, to: Fine) -> usize {
    let rest = forward(quarter(from), quarter(to));
    ((sum - rest) / FULL).round().max(0.0) as usize
}

/// Turns around a place from one direction to another, and so many full turns more.
fn turn(
    passages: &Passages,
    at: GridPoint,
    mut layer: u32,
    [from, to]: [Fine; 2],
    mut turns: usize,
    counter: bool,
    mut inclusive: bool,
) -> u32 {
    // Seen in a mirror, clockwise is counter-clockwise.
    let seen = |[x, y]: Fine| if counter { [x, y] } else { [-x, y] };
    let (mut here, to) = (seen(from), seen(to));
    let mut is_start = true;
    for _ in 0..PATIENCE {
        // The next connection that leads out of this layer.
        let mut next: Option<(Fine, u32)> = None;
        for (e, [ccw, cw]) in passages.at(layer, at) {
            let (near, beyond) = if counter { (cw, ccw) } else { (ccw, cw) };
            let e = seen(e);
            if near == layer && next.is_none_or(|(best, _)| comes_before(here, e, best, inclusive)) {
                next = Some((e, beyond));
            }
        }
        let Some((e, beyond)) = next else { return layer };
        let is_there = is_start && rank(here, to) == 0;
        if is_there || !comes_before(here, e, to, inclusive) {
            if turns == 0 {
                return layer;
            }
            turns -= 1;
        }
        (layer, here) = (beyond, e);
        (inclusive, is_start) = (false, false);
    }
    layer
}

/// Whether, turning counter-clockwise, one direction comes before another. The direction of the start comes last, or first if inclusive.
fn comes_before(start: Fine, one: Fine, two: Fine, inclusive: bool) -> bool {
    let place = |direction: Fine| match rank(start, direction) {
        0 if !inclusive => 4,
        rank => rank,
    };
    let (a, b) = (place(one), place(two));
    if a != b { a < b } else { cross(one, two) > 0 && matches!(a, 1 | 3) }
}

/// 0 in the direction of the start, 1 in the first half turn, 2 opposite, 3 in the second half turn.
fn rank(start: Fine, direction: Fine) -> u8 {
    match cross(start, direction).signum() {
        1 => 1,
        -1 => 3,
        _ if dot(start, direction) > 0 => 0,
        _ => 2,
    }
}

/// The way from one direction to another, counter-clockwise.
fn forward(from: f64, to: f64) -> f64 {
    let way = (to - from).rem_euclid(FULL);
    if way > FULL - NOTHING { 0.0 } else { way }
}

fn quarter([x, y]: Fine) -> f64 {
    quarter_of([x as f64, y as f64])
}

/// A direction as a number that grows with its angle, by one in each quarter of a turn; turned by a quarter it is one more.
fn quarter_of([x, y]: [f64; 2]) -> f64 {
    let sum = x.abs() + y.abs();
    match (x >= 0.0, y >= 0.0) {
        (true, true) => y / sum,
        (false, true) => 1.0 - x / sum,
        (false, false) => 2.0 - y / sum,
        (true, false) => 3.0 + x / sum,
    }
}
