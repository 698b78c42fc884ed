//! The shortest way through a row of portals, around corners at a distance.
//!
//! Idea. Hold a string from the start to both ends of the portal: up to some apex the two strings are one, from there they part
//! and form a funnel, each bent around the corners on its side. Move on from portal to portal.
//!
//! 1. A new left end: while the left string would not bend to the left at its last corner, that corner is passed. Take it off.
//! 2. If none is left, the string to the new end may cross the right string: then both go around its first corner.
//!    That corner is the new apex, and what comes before it is the route.
//! 3. Add the new end to the left string. The right end is the mirror image.
//! 4. At the end the string to the goal is what is left of the route. The corners of the goal's quad come before it, as far as it is
//!    beside them.
//!
//! Corners are circles whose radius is the distance to keep, and strings run along tangents. A portal ends on such a circle, at the `limit` of
//! what of it has been passed. If the tangent touches the circle beyond the limit, then the circle is not in the way yet, and the string goes to the
//! limit itself. Walls are never in the way: where one is, a string that is not blocked by the corners at its ends
//! passes in front of it. Their portal ends are places where strings do not bend.
//!
//! Invariant: the left string bends to the left only, the right one to the right only.
//! Cost: linear in the number of portals; each end is added once and taken off once.
//! Degenerate: portals without width. A corner may stay the end of many portals, on a spiral for more than a turn: the angles of the
//! normals at the portals are summed up, so that a route knows how often it goes around.
//! After: Lee and Preparata 1984, Chazelle 1982, and for circles Kallmann 2010. Differs: limits instead of sampled arcs, so the result is exact.

use crate::angle::{HALF_TURN, angle_between};
use crate::plane::{Point, cross, distance_sq, dot, sub};
use crate::route::gates::{self, Gate};
use crate::route::leg::Leg;
use crate::route::portal::PortalEnd;
use crate::route::request::POINT;
use crate::route::route::Route;
use crate::route::tangent::{Bend, Tangent};

/// Turns below this are no turns: about the rounding of directions between places that are a millimeter apart.
const STRAIGHT: f64 = 1e-9;

/// Angles in quarters of a turn and differences of bearings differ by less than this.
const UNEVEN: f64 = 0.2;

/// Memory for funnels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Funnel {
    /// What of the route is certain: the last one is the apex.
    route: Vec<Item>,
    /// The left and the right string after the apex.
    strings: [Vec<Item>; 2],
    /// Where the strings begin: what is before that has become part of the route.
    heads: [usize; 2],
    /// For each side the corner at the end of the last portal.
    runs: [Option<Run>; 2],
    /// How far around its corner each run went, in quarters of a turn.
    sweeps: Vec<f64>,
    /// The portals that were added, to check the result.
    gates: Vec<Gate>,
    /// No portal was added yet.
    is_first: bool,
}

/// A circle or place on a string, with the tangent that leads to it.
#[derive(Clone, Copy, Debug)]
struct Item {
    bend: Bend,
    /// Whether a string may bend here: at a circle that is in the way. At limits and walls it never does.
    is_firm: bool,
    tangent: Tangent,
    /// The corner; [`NO_CORNER`] for places.
    corner: usize,
    /// Index of the run of the corner.
    run: usize,
}

/// One corner at the end of one portal after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    corner: usize,
    index: usize,
    bearing: f64,
}

const NO_CORNER: usize = usize::MAX;

impl Funnel {
    /// Starts at a place.
    pub(crate) fn begin(&mut self, start: Point) {
        self.route.clear();
        let nowhere = Tangent { from: start, to: start, direction: [0.0; 2], length: 0.0 };
        let bend = Bend::at(start);
        self.route.push(Item { bend, is_firm: true, tangent: nowhere, corner: NO_CORNER, run: 0 });
        self.strings.iter_mut().for_each(Vec::clear);
        self.heads = [0; 2];
        self.runs = [None; 2];
        self.sweeps.clear();
        self.gates.clear();
        self.is_first = true;
    }

    /// Goes on through a portal, given by its left and right end, with a distance to keep from obstacles. \[m\]
    pub(crate) fn add(&mut self, ends: &[PortalEnd; 2], wanted: f64) {
        self.gates.push(Gate::new(ends, wanted));
        for side in self.order(ends, wanted) {
            let run = self.sweep(&ends[side], side);
            self.add_end(&ends[side], wanted, side, run);
        }
        self.is_first = false;
    }

    /// Step 4: ends at a place, in a quad with these obstacles, and adds the legs to a route. False if rounding may have spoiled them.
    pub(crate) fn finish(
        &mut self,
        goal: Point,
        quad: Option<&[PortalEnd; 2]>,
        wanted: f64,
        route: &mut Route,
    ) -> bool {
        if let Some(ends) = quad {
            // What is passed of the corners is what the goal is beside.
            let ends = ends.map(|end| {
                let away = sub(goal, end.foot);
                let length = dot(away, away).sqrt();
                PortalEnd { normal: if length > 0.0 { away.map(|v| v / length) } else { end.normal }, ..end }
            });
            for side in self.order(&ends, wanted) {
                // Beside the goal, or ahead of it, a corner is not in the way.
                if self.distance_to(&ends[side], wanted, side) < f64::INFINITY {
                    let run = self.sweep(&ends[side], side);
                    self.add_end(&ends[side], wanted, side, run);
                }
            }
        }
        let bend = Bend::at(goal);
        let item = self.attach(&bend, 0, NO_CORNER, 0, |_| (bend, false));
        let Self { route: items, strings, heads, .. } = self;
        items.extend_from_slice(&strings[0][heads[0]..]);
        items.push(item);
        let first = route.legs.len();
        self.write(route);
        let legs = &route.legs[first..];
        let last = match (quad, legs.last()) {
            (Some(ends), Some(&Leg::Line { from, to })) => {
                Gate::new(ends, wanted).keeps_off(from, to, wanted)
            }
            _ => true,
        };
        last && gates::pass(&self.gates, legs, wanted)
    }

    /// How much of the route is certain, at least: the lines of it. \[m\]
    pub(crate) fn certain(&self) -> f64 {
        self.route.iter().map(|item| item.tangent.length).sum()
    }

    /// Ends where it is certain, and adds the legs to a route. False if rounding may have spoiled them.
    pub(crate) fn stop(&self, wanted: f64, route: &mut Route) -> bool {
        let first = route.legs.len();
        self.write(route);
        gates::pass(&self.gates, &route.legs[first..], wanted)
    }

    /// What is in the way comes before the portal, and of two such things the nearer one comes first.
    fn order(&self, ends: &[PortalEnd; 2], wanted: f64) -> [usize; 2] {
        // Walls are not in the way.
        if ends[1].obstacle.is_wall() {
            return [0, 1];
        }
        if ends[0].obstacle.is_wall() {
            return [1, 0];
        }
        let [left, right] = [0, 1].map(|side| self.distance_to(&ends[side], wanted, side));
        if right < left { [1, 0] } else { [0, 1] }
    }

    /// Notes the corner at an end of a portal, and how far around it one has come.
    fn sweep(&mut self, end: &PortalEnd, side: usize) -> usize {
        if end.obstacle.is_wall() {
            self.runs[side] = None;
            return 0;
        }
        let corner = end.obstacle.index();
        if let Some(run) = self.runs[side].as_mut().filter(|run| run.corner == corner) {
            let bearing = bearing(end.normal);
            self.sweeps[run.index] += quarters_between(run.bearing, bearing).abs();
            run.bearing = bearing;
            return run.index;
        }
        let index = self.sweeps.len();
        // From the start it may go around a corner right away.
        let before = if self.is_first { sub(self.route[0].bend.center, end.foot) } else { end.normal };
        let bearing = bearing(end.normal);
        self.sweeps.push(quarters_between(self::bearing(before), bearing).abs());
        self.runs[side] = Some(Run { corner, index, bearing });
        index
    }

    /// How far it is from the apex to where a corner comes into the way; infinite if it does not.
    fn distance_to(&self, end: &PortalEnd, wanted: f64, side: usize) -> f64 {
        if end.obstacle.is_wall() {
            return f64::INFINITY;
        }
        let string = &self.strings[side][self.heads[side]..];
        let apex = &self.route[self.route.len() - 1];
        // A limit on the same circle gives way, and so do walls.
        let from = string.iter().rev().find(|item| item.is_firm).unwrap_or(apex);
        let tangent = from.bend.tangent_to(&end.circle(wanted, side));
        if end.is_beyond(&tangent, side) { distance_sq(apex.tangent.to, tangent.to) } else { f64::INFINITY }
    }

    fn add_end(&mut self, end: &PortalEnd, wanted: f64, side: usize, run: usize) {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let limit = end.kept_off(wanted);
        if end.obstacle.is_wall() {
            let bend = Bend { center: limit, radius: 0.0, side: sign };
            let item = self.attach(&bend, side, NO_CORNER, 0, |_| (bend, false));
            self.push(item, side);
            return;
        }
        let corner = end.obstacle.index();
        let circle = end.circle(wanted, side);
        // The same corner as before: if it is in the way, it stays there.
        if self.strings[side].len() == self.heads[side] {
            let apex = self.route[self.route.len() - 1];
            if apex.corner == corner && apex.bend.side == sign {
                return;
            }
        } else if let Some(&last) = self.strings[side].last()
            && last.run == run
            && last.corner == corner
        {
            if last.is_firm {
                return;
            }
            self.strings[side].pop();
        }
        let item = self.attach(&circle, side, corner, run, |tangent| {
            if end.is_beyond(tangent, side) {
                (circle, true)
            } else {
                (Bend { center: limit, radius: 0.0, side: sign }, false)
            }
        });
        self.push(item, side);
    }

    /// Adds an item to a string, unless it is at the apex: then the string has no length.
    fn push(&mut self, item: Item, side: usize) {
        let is_empty = self.strings[side].len() == self.heads[side];
        if !(is_empty && item.is_at(&self.route[self.route.len() - 1])) {
            self.strings[side].push(item);
        }
    }

    /// Steps 1 and 2: makes way for a new end of a string. `choose` tells what the string goes to, given the tangent to the circle.
    fn attach(
        &mut self,
        circle: &Bend,
        side: usize,
        corner: usize,
        run: usize,
        choose: impl Fn(&Tangent) -> (Bend, bool),
    ) -> Item {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let to = |from: &Bend| {
            let tangent = from.tangent_to(circle);
            let (bend, is_firm) = choose(&tangent);
            let tangent = if bend == *circle { tangent } else { from.tangent_to(&bend) };
            Item { bend, is_firm, tangent, corner, run }
        };
        // Step 1.
        while self.strings[side].len() > self.heads[side] {
            let last = self.strings[side][self.strings[side].len() - 1];
            let item = to(&last.bend);
            let bends = sign * cross(last.tangent.direction, item.tangent.direction) > 0.0;
            if bends && last.is_firm && !item.is_at(&last) {
                return item;
            }
            self.strings[side].pop();
        }
        // Step 2.
        let other = 1 - side;
        loop {
            let item = to(&self.route[self.route.len() - 1].bend);
            let Some(&first) = self.strings[other].get(self.heads[other]) else { return item };
            // The end of a wall at the apex, which is its corner: it is no reason to go on from there.
            if item.is_at(&self.route[self.route.len() - 1])
                || sign * cross(first.tangent.direction, item.tangent.direction) >= 0.0
            {
                return item;
            }
            self.route.push(first);
            self.heads[other] += 1;
        }
    }

    /// Writes the tangents and the turns between them as legs.
    fn write(&self, route: &mut Route) {
        for (k, item) in self.route.iter().enumerate().skip(1) {
            let last = &self.route[k - 1];
            let direction = item.tangent.direction;
            // The tiny circles of a disc without a radius are their centers.
            let is_tiny = |item: &Item| item.bend.radius <= POINT;
            let from = if is_tiny(last) { last.bend.center } else { item.tangent.from };
            let to = if is_tiny(item) { item.bend.center } else { item.tangent.to };
            // Places where the string does not bend join lines.
            if !is_tiny(last) {
                let mut angle = angle_between(last.tangent.direction, direction) * last.bend.side;
                if angle < -STRAIGHT {
                    angle += 2.0 * HALF_TURN;
                }
                let sweep = self.sweeps.get(last.run).copied().unwrap_or(0.0);
                // Around a corner that one goes around more than once.
                if sweep > 4.0 {
                    let quarters = 2.0 * angle / HALF_TURN;
                    angle += 2.0 * HALF_TURN * ((sweep - quarters + UNEVEN) / 4.0).floor().max(0.0);
                }
                let angle = angle.max(0.0);
                if angle > STRAIGHT {
                    let Bend { center, radius, side } = last.bend;
                    let arrive = last.tangent.to;
                    route.legs.push(Leg::Turn {
                        center,
                        radius,
                        from: arrive,
                        to: from,
                        angle: angle * side,
                    });
                }
            }
            if let Some(Leg::Line { from: start, to: end }) = route.legs.last_mut()
                && k > 1
                && is_tiny(last)
                && cross(sub(*end, *start), direction).abs() <= STRAIGHT
                && dot(sub(*end, *start), direction) >= 0.0
            {
                *end = to;
                continue;
            }
            if from != to {
                route.legs.push(Leg::Line { from, to });
            }
        }
    }
}

/// How far around a direction points, from 0 to 4: not quite the angle in quarters of a turn, but equal to it at whole quarters and growing with
/// it, and cheaper.
fn bearing([x, y]: Point) -> f64 {
    let part = y / (x.abs() + y.abs());
    if x < 0.0 {
        2.0 - part
    } else if y < 0.0 {
        4.0 + part
    } else {
        part
    }
}

/// From one bearing to another, the shorter way around.
fn quarters_between(a: f64, b: f64) -> f64 {
    let d = b - a;
    if d > 2.0 {
        d - 4.0
    } else if d < -2.0 {
        d + 4.0
    } else {
        d
    }
}

impl Item {
    /// Whether both are one place: a line between them has no direction.
    fn is_at(&self, other: &Self) -> bool {
        self.bend.radius == other.bend.radius
            && distance_sq(self.bend.center, other.bend.center) < STRAIGHT * STRAIGHT
    }
}

impl PortalEnd {
    /// The circle around the corner.
    fn circle(&self, wanted: f64, side: usize) -> Bend {
        Bend { center: self.foot, radius: wanted, side: if side == 0 { 1.0 } else { -1.0 } }
    }

    /// Whether the portal comes after the place where a tangent touches the circle: by their normals, which turn to the side
    /// of the corner on the way around it.
    fn is_beyond(&self, tangent: &Tangent, side: usize) -> bool {
        let [x, y] = tangent.direction;
        if side == 0 { cross([y, -x], self.normal) >= 0.0 } else { cross([-y, x], self.normal) <= 0.0 }
    }
}
