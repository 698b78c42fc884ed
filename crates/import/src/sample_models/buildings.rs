//! A town of houses with storeys, rooms, stairs and furniture.
//!
//! Every house is made of boxes along the axes, in a plan of its own; half of them are turned by a quarter:
//!
//! ```text
//!   y                 rooms
//!   ┌──────┬─────────┬───────┬────────┬──────┐
//!   │      │         │       │        │      │
//!   ├─ ────┴──── ────┴── ────┴── ─────┴─ ────┤
//!                  corridor
//!   ├────  ──┬── ─────┬──── ───┬─── ─────────┤
//!   │ lobby  │        │        │             │
//!   │▒▒stairs│        │        │             │
//!   └────────┴────────┴────────┴─────────────┘ x
//! ```

use throng_voronoi::sample::Random;

use super::solids::{Point, Solids};
use crate::model::{Model, Role};

/// Lots along a side of [`buildings`].
pub const LOTS: usize = 8;

/// Width of a lot. \[m\]
const LOT: f64 = 500.0 / LOTS as f64;

/// Floor of the lowest storey, height of a storey, and thickness of floors. \[m\]
const GROUND: f64 = 0.15;
const STOREY: f64 = 3.0;
const SLAB: f64 = 0.25;

/// The most storeys a house has. With its parapet it is 16 m high.
const STOREYS: usize = 5;
const PARAPET: f64 = 0.85;

/// Depth of a house, of its rooms, and thickness of walls. \[m\]
const DEPTH: f64 = 18.0;
const ROOM: f64 = 8.0;
const OUTER: f64 = 0.3;
const INNER: f64 = 0.15;

/// So much of a wall is in the floor below and above. \[m\]
const INTO: f64 = 0.01;

/// Doors: width and height. \[m\]
const DOOR: [f64; 2] = [0.95, 2.1];

/// Windows: how far apart, how wide, from which height to which. \[m\]
const BAY: f64 = 3.1;
const WINDOW: f64 = 1.6;
const SILL: [f64; 2] = [0.9, 2.2];

/// The staircase, between outer wall and lobby: the free width, width of a flight, landing and depth of a tread; and steps of a flight. \[m\]
const STAIRCASE: f64 = 2.6;
const FLIGHT: f64 = 1.2;
const LANDING: f64 = 1.4;
const TREAD: f64 = 0.28;
const STEPS: usize = 9;

const SEED: u64 = 16;

/// About 1.1 million triangles on 500 by 500 by 16 m, as many and as large as the buildings of the paper on voxels.
pub fn buildings() -> Model {
    town(LOTS)
}

/// A town of `lots` by `lots` lots, 62.5 m each; [`buildings`] has [`LOTS`].
pub fn town(lots: usize) -> Model {
    let mut random = Random::new(SEED);
    let mut solids = Solids::new("buildings");
    for k in 0..STOREYS {
        solids.storey(format!("storey {k}"), GROUND + STOREY * k as f64);
    }
    solids.part("street".into(), Role::Other, None);
    let side = LOT * lots as f64;
    solids.cuboid([0.0, 0.0, -0.5], [side, side, 0.0]);
    for row in 0..lots {
        for column in 0..lots {
            let name = format!("lot {}", row * lots + column);
            let low = [LOT * column as f64, LOT * row as f64];
            solids.part(format!("{name}, pavement"), Role::Other, None);
            solids.cuboid([low[0] + 5.0, low[1] + 5.0, -0.1], [low[0] + LOT - 5.0, low[1] + LOT - 5.0, 0.12]);
            // One in nine is a square.
            if random.one_in(9) {
                square(&mut solids, &mut random, &name, low);
            } else {
                House::new(&mut solids, &mut random, &name, low).build();
            }
        }
    }
    solids.finish()
}

/// Benches, planters and a stage with steps.
fn square(solids: &mut Solids, random: &mut Random, name: &str, low: Point) {
    solids.part(format!("{name}, square"), Role::Other, None);
    let middle = low.map(|v| v + 0.5 * LOT);
    for k in 0..4 {
        let half = 6.0 - 0.4 * f64::from(k);
        let top = 0.12 + 0.16 * f64::from(k + 1);
        solids.cuboid([middle[0] - half, middle[1] - half, 0.0], [middle[0] + half, middle[1] + half, top]);
    }
    solids.part(format!("{name}, benches"), Role::Furniture, None);
    for _ in 0..60 {
        let [x, y] = low.map(|v| v + 7.0 + (LOT - 16.0) * random.unit());
        solids.cuboid([x, y, 0.05], [x + 0.6 + random.unit(), y + 0.5, 0.3 + 0.6 * random.unit()]);
    }
}

/// A house in the making. Its plan has its length along x.
struct House<'a> {
    solids: &'a mut Solids,
    random: &'a mut Random,
    name: &'a str,
    low: Point,
    is_turned: bool,
    length: f64,
    storeys: usize,
    /// Whether stairs lead to the roof.
    to_roof: bool,
}

impl<'a> House<'a> {
    fn new(solids: &'a mut Solids, random: &'a mut Random, name: &'a str, lot: Point) -> Self {
        let length = 36.0 + 2.0 * random.below(5) as f64;
        let is_turned = random.one_in(2);
        let size = if is_turned { [DEPTH, length] } else { [length, DEPTH] };
        let low = [0, 1].map(|k| lot[k] + 0.5 * (LOT - size[k]));
        let storeys = STOREYS - random.below(2);
        let to_roof = random.one_in(2);
        Self { solids, random, name, low, is_turned, length, storeys, to_roof }
    }

    fn build(mut self) {
        self.part("foundation", Role::Other, None);
        self.cuboid([0.0, 0.0, -0.2], [self.length, DEPTH, GROUND]);
        for storey in 0..self.storeys {
            let floor = GROUND + STOREY * storey as f64;
            let above = floor + STOREY;
            let is_last = storey + 1 == self.storeys;
            let has_stairs = !is_last || self.to_roof;
            self.part("walls", Role::Other, Some(storey));
            self.outer_walls(floor, storey == 0);
            let rooms = self.inner_walls(floor);
            self.part("ceiling", Role::Other, Some(storey));
            self.slab(above, has_stairs);
            if has_stairs {
                self.part("stairs", Role::Stairs, Some(storey));
                self.stairs(floor);
            }
            self.part("furniture", Role::Furniture, Some(storey));
            for room in rooms {
                self.furnish(room, floor);
            }
        }
        self.part("parapet", Role::Other, None);
        self.parapet(GROUND + STOREY * self.storeys as f64);
    }

    fn part(&mut self, what: &str, role: Role, storey: Option<usize>) {
        let name = match storey {
            Some(storey) => format!("{}, storey {storey}, {what}", self.name),
            None => format!("{}, {what}", self.name),
        };
        self.solids.part(name, role, storey.map(|storey| storey as u32));
    }

    /// A box, given in the plan of the house.
    fn cuboid(&mut self, mut low: [f64; 3], mut high: [f64; 3]) {
        if self.is_turned {
            low.swap(0, 1);
            high.swap(0, 1);
        }
        let put = |[x, y, z]: [f64; 3]| [x + self.low[0], y + self.low[1], z];
        let (low, high) = (put(low), put(high));
        self.solids.cuboid(low, high);
    }

    /// Piece of a wall from below the floor into the ceiling.
    fn wall(&mut self, low: Point, high: Point, floor: f64) {
        self.wall_between(low, high, [floor - INTO, floor + STOREY - SLAB + INTO]);
    }

    fn wall_between(&mut self, low: Point, high: Point, [bottom, top]: [f64; 2]) {
        self.cuboid([low[0], low[1], bottom], [high[0], high[1], top]);
    }

    fn outer_walls(&mut self, floor: f64, is_lowest: bool) {
        let length = self.length;
        for corner in
            [[0.0, 0.0], [length - OUTER, 0.0], [length - OUTER, DEPTH - OUTER], [0.0, DEPTH - OUTER]]
        {
            self.wall(corner, corner.map(|v| v + OUTER), floor);
        }
        for y in [0.0, DEPTH - OUTER] {
            self.bays([OUTER, length - OUTER], floor, false, &|[a, b]| [[a, y], [b, y + OUTER]]);
        }
        for x in [0.0, length - OUTER] {
            // The corridor ends in doors.
            self.bays([OUTER, ROOM], floor, false, &|[a, b]| [[x, a], [x + OUTER, b]]);
            self.bays([ROOM, DEPTH - ROOM], floor, is_lowest, &|[a, b]| [[x, a], [x + OUTER, b]]);
            self.bays([DEPTH - ROOM, DEPTH - OUTER], floor, false, &|[a, b]| [[x, a], [x + OUTER, b]]);
        }
    }

    /// A wall with windows, or with doors. `place` gives the box of a piece from here to there.
    fn bays(
        &mut self,
        [from, to]: [f64; 2],
        floor: f64,
        is_door: bool,
        place: &dyn Fn([f64; 2]) -> [Point; 2],
    ) {
        let count = ((to - from) / BAY).round().max(1.0);
        let bay = (to - from) / count;
        let pier = 0.5 * (bay - WINDOW.min(0.8 * bay));
        for k in 0..count as usize {
            let start = from + bay * k as f64;
            let ends = [start, start + pier, start + bay - pier, start + bay];
            for piece in [[ends[0], ends[1]], [ends[2], ends[3]]] {
                let [low, high] = place(piece);
                self.wall(low, high, floor);
            }
            let [low, high] = place([ends[1], ends[2]]);
            let head = if is_door { DOOR[1] } else { SILL[1] };
            self.wall_between(low, high, [floor + head, floor + STOREY - SLAB + INTO]);
            if !is_door {
                self.wall_between(low, high, [floor - INTO, floor + SILL[0]]);
            }
        }
    }

    /// Walls along the corridor with doors, and between rooms; the rooms, as boxes.
    fn inner_walls(&mut self, floor: f64) -> Vec<[Point; 2]> {
        let mut rooms = Vec::new();
        let stairs = OUTER + STAIRCASE;
        let (near, far) = (ROOM, DEPTH - ROOM);
        // The lobby of the staircase is open to the corridor.
        self.wall([stairs, OUTER], [stairs + INNER, near], floor);
        let sides = [
            (stairs + INNER, [OUTER, near - INNER], near - INNER),
            (OUTER, [far + INNER, DEPTH - OUTER], far),
        ];
        for (start, [y0, y1], corridor) in sides {
            let end = self.length - OUTER;
            let mut x = start;
            while x < end {
                let mut right = x + 4.2 + 2.4 * self.random.unit();
                if right + 4.2 > end {
                    right = end;
                }
                let inner = if right < end { right - INNER } else { right };
                let door = x + 0.3 + (inner - x - 0.6 - DOOR[0]) * self.random.unit();
                self.wall([x, corridor], [door, corridor + INNER], floor);
                self.wall([door + DOOR[0], corridor], [right, corridor + INNER], floor);
                self.wall_between(
                    [door, corridor],
                    [door + DOOR[0], corridor + INNER],
                    [floor + DOOR[1], floor + STOREY - SLAB + INTO],
                );
                if right < end {
                    self.wall([inner, y0], [right, y1], floor);
                }
                rooms.push([[x, y0], [inner, y1]]);
                x = right;
            }
        }
        rooms
    }

    /// The floor above a storey, around the stairs if there are any.
    fn slab(&mut self, top: f64, has_stairs: bool) {
        let (bottom, length) = (top - SLAB, self.length);
        if !has_stairs {
            return self.cuboid([0.0, 0.0, bottom], [length, DEPTH, top]);
        }
        let [x0, x1] = [OUTER, OUTER + STAIRCASE];
        let [y0, y1] = [OUTER, stairs_start()];
        self.cuboid([x1, 0.0, bottom], [length, DEPTH, top]);
        self.cuboid([0.0, y1, bottom], [x1, DEPTH, top]);
        self.cuboid([0.0, 0.0, bottom], [x0, y1, top]);
        self.cuboid([x0, 0.0, bottom], [x1, y0, top]);
    }

    /// Two flights and a landing at the outer wall.
    fn stairs(&mut self, floor: f64) {
        let rise = STOREY / (2 * STEPS) as f64;
        let start = stairs_start();
        let landing = OUTER + LANDING;
        let half = floor + rise * STEPS as f64;
        let [left, right] = [OUTER, OUTER + STAIRCASE];
        self.cuboid([left, OUTER, half - 0.2], [right, landing, half]);
        for k in 1..STEPS {
            let [before, after] = [TREAD * (k - 1) as f64, TREAD * k as f64];
            let z = floor + rise * k as f64;
            self.cuboid([left, start - after, (z - 0.2).max(floor)], [left + FLIGHT, start - before, z]);
            let z = half + rise * k as f64;
            self.cuboid([right - FLIGHT, landing + before, z - 0.2], [right, landing + after, z]);
        }
    }

    /// Desks with chairs, a cupboard and some boxes. What does not fit is left out.
    fn furnish(&mut self, [low, high]: [Point; 2], floor: f64) {
        let mut y = low[1] + 1.2;
        while y + 2.0 < high[1] - 1.0 {
            if self.random.one_in(2) {
                let x = low[0] + 0.1 + 0.3 * self.random.unit();
                self.table([x, y], [1.5, 0.75], 0.74, floor);
                self.chair([x + 0.5, y + 0.95], floor);
            }
            y += 2.2 + 0.4 * self.random.unit();
        }
        // Against the wall, as deep in it as the plaster.
        let x = high[0] - 0.45;
        let cupboard = low[1] + 2.0 + 2.0 * self.random.unit();
        self.cuboid([x, cupboard, floor], [high[0] + 0.005, cupboard + 1.2, floor + 1.9]);
        for _ in 0..self.random.below(3) {
            let y = low[1] + 1.0 + 5.0 * self.random.unit();
            let size = 0.25 + 0.2 * self.random.unit();
            self.cuboid([x - 0.3, y, floor], [x - 0.3 + size, y + size, floor + size]);
        }
    }

    fn table(&mut self, [x, y]: Point, [width, depth]: [f64; 2], height: f64, floor: f64) {
        let top = floor + height;
        self.cuboid([x, y, top - 0.04], [x + width, y + depth, top]);
        for (u, v) in [(0.02, 0.02), (width - 0.07, 0.02), (0.02, depth - 0.07), (width - 0.07, depth - 0.07)]
        {
            self.cuboid([x + u, y + v, floor], [x + u + 0.05, y + v + 0.05, top - 0.04]);
        }
    }

    fn chair(&mut self, [x, y]: Point, floor: f64) {
        self.table([x, y], [0.45, 0.45], 0.46, floor);
        self.cuboid([x, y + 0.41, floor + 0.46], [x + 0.45, y + 0.45, floor + 0.9]);
    }

    fn parapet(&mut self, roof: f64) {
        let length = self.length;
        let heights = [roof - INTO, roof + PARAPET];
        for y in [0.0, DEPTH - OUTER] {
            self.wall_between([0.0, y], [length, y + OUTER], heights);
        }
        for x in [0.0, length - OUTER] {
            self.wall_between([x, OUTER], [x + OUTER, DEPTH - OUTER], heights);
        }
    }
}

/// Where the first flight begins and the second ends, in the plan of a house. \[m\]
fn stairs_start() -> f64 {
    OUTER + LANDING + TREAD * (STEPS - 1) as f64
}
