//! Stadium: American football, two tiers of four stands each, 280 x 184 m.
//!
//! ```text
//!     out from the field:  0   9    13          24  30  34           46
//!     upper tier                                /////////////////////
//!     upper concourse                               ===--------------+ stairs
//!     lower tier           ////////////////////                      |  \
//!     lower concourse          ====-----------------------------------------
//!     field and plaza  ____/                                          ______
//! ```
//!
//! A stand is a layer, with its seats as thin obstacles. Tunnels (=) lead from a concourse through the rows
//! behind to an opening in the stand, whose edge toward the field is the connection. Four stairs join the
//! concourses, two sloping tunnels lead from the lower one to the field, and ten gates to the plaza, which
//! lies as high as the lower concourse.

use throng_mesh::{LayerId, Scene};

use super::bowl::{Bowl, SECTIONS, Section, Slot, WEDGES};
use super::draft::Draft;
use super::shape::{Point, Shape, bar, between, disc, distance, rect};

const SIZE: Point = [280.0, 184.0];
const LOWER: Tier =
    Tier { name: "lower", from: 0.3, to: 19.6, rise: 0.4, height: 0.0, tunnel: [9.0, 12.6], wedge: 2 };
const UPPER: Tier =
    Tier { name: "upper", from: 24.0, to: 45.2, rise: 0.6, height: 9.0, tunnel: [30.0, 33.6], wedge: 1 };
/// Where the concourses end.
const WALL: f64 = 46.0;
/// How far the lower concourse reaches out at the ends, where the stairs begin.
const LANDING: f64 = 20.0;
/// Distance of rows, and depth of a seat.
const ROW: f64 = 0.85;
const SEAT: f64 = 0.4;
/// Half of the aisles between blocks of seats.
const AISLE: f64 = 0.6;
const HALF_TUNNEL: f64 = 1.2;
/// Half of a wall, where a gate goes through it.
const HALF_WALL: f64 = 0.3;

/// A tier of stands.
#[derive(Clone, Copy, Debug)]
struct Tier {
    name: &'static str,
    /// Where it begins and ends, out from the field.
    from: f64,
    to: f64,
    /// How it rises: meters per meter, and from which height.
    rise: f64,
    height: f64,
    /// Where the tunnels come out of the stand, and where they begin.
    tunnel: [f64; 2],
    /// How many wedges of a corner make a block of seats.
    wedge: usize,
}

impl Tier {
    fn height(&self, out: f64) -> f64 {
        self.height + self.rise * (out - if self.height > 0.0 { self.from } else { 0.0 })
    }
}

pub(super) fn stadium() -> Scene {
    let bowl = Bowl::new([SIZE[0] / 2.0, SIZE[1] / 2.0], [64.0, 36.0], 16.0);
    let mut draft = Draft::new("stadium");
    let field = draft.layer("field", 0.0);
    let plaza = draft.layer("plaza", LOWER.height(LOWER.tunnel[0]));
    let lower = draft.layer("lower concourse", LOWER.height(LOWER.tunnel[0]));
    let upper = draft.layer("upper concourse", UPPER.height(UPPER.tunnel[0]));

    draw_stands(&mut draft, &bowl, LOWER, lower, Some(field));
    draw_stands(&mut draft, &bowl, UPPER, upper, None);
    draw_field(&mut draft, &bowl, field, lower);
    draw_lower_concourse(&mut draft, &bowl, lower);
    draw_upper_concourse(&mut draft, &bowl, upper, lower);
    draw_plaza(&mut draft, &bowl, plaza, lower);
    draft.finish()
}

/// Where tunnels come out of the stand of a side: eight on a long side, five on a short one.
fn tunnels(tier: Tier) -> Vec<Slot> {
    let slots = (0..4).flat_map(|side| {
        let middles = middles_of_tunnels(side);
        middles.into_iter().map(move |middle| Slot {
            side,
            middle,
            half_width: HALF_TUNNEL,
            out: tier.tunnel[0],
        })
    });
    slots.collect()
}

fn middles_of_tunnels(side: usize) -> Vec<f64> {
    let (num, spacing) = if side.is_multiple_of(2) { (5, 8.0) } else { (8, 12.0) };
    (0..num).map(|k| spacing * (f64::from(k) - f64::from(num - 1) / 2.0)).collect()
}

/// Two gates from each lower stand to the field.
fn field_gates() -> Vec<Slot> {
    let gate = |side: usize, middle: f64| Slot { side, middle, half_width: 0.8, out: 0.0 };
    (0..4)
        .flat_map(|side| [-1.0, 1.0].map(|k| gate(side, k * if side % 2 == 0 { 12.0 } else { 24.0 })))
        .collect()
}

/// The tunnels of the teams, from the field to the lower concourse, between two tunnels of the stand.
fn team_tunnels(out: f64) -> [Slot; 2] {
    [0, 2].map(|side| Slot { side, middle: 4.0, half_width: 1.5, out })
}

/// Stairs between the concourses, two at each end; their upper ends.
fn stairs(out: f64) -> [Slot; 4] {
    [(0, -10.0), (0, 10.0), (2, -10.0), (2, 10.0)].map(|(side, middle)| Slot {
        side,
        middle,
        half_width: 2.0,
        out,
    })
}

/// Ten gates from the plaza: three on each long side, two at each end beside the stairs.
fn plaza_gates(out: f64) -> Vec<Slot> {
    let gate = |side: usize, middle: f64, out: f64| Slot { side, middle, half_width: 2.5, out };
    let mut gates = Vec::new();
    for side in [1, 3] {
        gates.extend([-32.0, 0.0, 32.0].map(|middle| gate(side, middle, out)));
    }
    for side in [0, 2] {
        gates.extend([-3.5, 3.5].map(|middle| gate(side, middle, out + LANDING)));
    }
    gates
}

/// The places beyond the outer loop where the stairs begin.
fn landings(out: f64) -> [Slot; 2] {
    [0, 2].map(|side| Slot { side, middle: 0.0, half_width: 15.0 + out - WALL, out: out + LANDING })
}

fn draw_stands(draft: &mut Draft, bowl: &Bowl, tier: Tier, concourse: LayerId, field: Option<LayerId>) {
    let tunnels = tunnels(tier);
    let gates = if field.is_some() { field_gates() } else { Vec::new() };
    for (side, name) in ["east", "north", "west", "south"].into_iter().enumerate() {
        let stand = draft.layer(format!("{} tier {name}", tier.name), 0.0);
        // The side with the nearer wedges of its two corners; the middle wedge of a corner stays free.
        let half = WEDGES / 2;
        let middle = SECTIONS + side * (WEDGES + 1);
        let sections = middle - half..middle + 1 + half;
        let inner = bowl.chain(sections.clone(), tier.from, &gates);
        let mut outline = bowl.chain(sections.clone(), tier.to, &[]);
        let num_outer = outline.len();
        outline.extend(inner.iter().rev());
        let steps_aside = |k: usize| gates.iter().any(|&gate| bowl.gate(gate).contains(&outline[k]));
        let height = |k: usize| match k {
            k if k < num_outer => tier.height(tier.to),
            k if steps_aside(k) => tier.height(0.0),
            _ => tier.height(tier.from),
        };
        draft.walkable_at(stand, &outline, height);
        draw_straight_blocks(draft, stand, tier, bowl, side);
        let wedges =
            (middle - half..middle).step_by(tier.wedge).chain((middle + 1..sections.end).step_by(tier.wedge));
        for wedge in wedges {
            let sections = [wedge, wedge + tier.wedge - 1].map(|index| bowl.section(index));
            draw_block(draft, stand, tier, &Block { sections, ends: None, beside: [false; 2] });
        }
        for &tunnel in tunnels.iter().filter(|tunnel| tunnel.side == side) {
            let hole = bowl.slot(tunnel, tier.tunnel[1]);
            draft.obstacle_at(stand, &hole, |k| tier.height(tier.tunnel[usize::from(k == 0 || k == 3)]));
            draft.connect([stand, concourse], bowl.gate(tunnel));
        }
        if let Some(field) = field {
            for &gate in gates.iter().filter(|gate| gate.side == side) {
                draft.connect([field, stand], bowl.gate(gate));
            }
        }
    }
}

/// Blocks of the straight part of a stand: there is an aisle at every tunnel, and on long sides between two
/// tunnels too.
fn draw_straight_blocks(draft: &mut Draft, stand: LayerId, tier: Tier, bowl: &Bowl, side: usize) {
    let section = bowl.side(side);
    let length = section.length(0.0);
    let mut aisles: Vec<(f64, bool)> = vec![(0.0, false), (length, false)];
    aisles.extend(middles_of_tunnels(side).into_iter().map(|middle| (length / 2.0 + middle, true)));
    if side % 2 == 1 {
        aisles.extend((1..8).map(|k| (length / 8.0 * f64::from(k), false)));
    }
    aisles.sort_by(|a, b| a.0.total_cmp(&b.0));
    for pair in aisles.windows(2) {
        let [(from, from_tunnel), (to, to_tunnel)] = [pair[0], pair[1]];
        let beside = [from_tunnel, to_tunnel];
        draw_block(draft, stand, tier, &Block { sections: [section; 2], ends: Some([from, to]), beside });
    }
}

/// Seats between two aisles.
struct Block {
    /// From the first rail of one to the last rail of the other.
    sections: [Section; 2],
    /// In meters along a straight side; all of it otherwise.
    ends: Option<[f64; 2]>,
    /// Whether a tunnel comes out in the aisle on either side.
    beside: [bool; 2],
}

fn draw_block(draft: &mut Draft, stand: LayerId, tier: Tier, block: &Block) {
    let tunnel = [tier.tunnel[0], tier.tunnel[1] + 0.5];
    let num_rows = ((tier.to - tier.from - 1.5) / ROW).floor() as usize;
    for row in 0..num_rows {
        let near = tier.from + 1.5 + ROW * row as f64;
        let far = near + SEAT;
        // An aisle along the row before the tunnels.
        if near < tunnel[0] && far > tunnel[0] - 1.6 {
            continue;
        }
        let at_tunnel = far > tunnel[0] - 0.1 && near < tunnel[1];
        let margins = block.beside.map(|beside| if beside && at_tunnel { HALF_TUNNEL + 0.3 } else { AISLE });
        let edge = |out: f64| {
            let [from, to] = match block.ends {
                Some([from, to]) => [block.sections[0].at(from, out), block.sections[0].at(to, out)],
                None => {
                    [block.sections[0].at(0.0, out), block.sections[1].at(block.sections[1].length(out), out)]
                }
            };
            let length = distance(from, to);
            let at = |meters: f64| between(from, to, meters / length);
            (length > margins[0] + margins[1] + 0.8).then(|| [at(margins[0]), at(length - margins[1])])
        };
        if let (Some([a, b]), Some([d, c])) = (edge(near), edge(far)) {
            let heights = [near, near, far, far].map(|out| tier.height(out));
            draft.obstacle_at(stand, &[a, b, c, d], |k| heights[k]);
        }
    }
}

fn draw_field(draft: &mut Draft, bowl: &Bowl, field: LayerId, lower: LayerId) {
    let mut slots = field_gates();
    slots.extend(team_tunnels(0.0));
    draft.walkable(field, &bowl.ring(-HALF_WALL, &slots));
    // Goal posts, benches of the teams, and cameras.
    let [x, y] = [SIZE[0] / 2.0, SIZE[1] / 2.0];
    for side in [-1.0, 1.0] {
        draft.obstacle(field, &bar([x + side * 55.0, y], [0.4, 0.4], 0.0));
        for k in 0..6 {
            draft.obstacle(field, &bar([x - 15.0 + 6.0 * f64::from(k), y + side * 30.0], [4.5, 0.6], 0.0));
        }
        draft.obstacle(field, &bar([x + side * 59.0, y - 12.0], [1.5, 1.5], 0.0));
    }
    for (number, (begin, end)) in team_tunnels(0.0).into_iter().zip(team_tunnels(LOWER.tunnel[1])).enumerate()
    {
        let tunnel = draft.layer(format!("team tunnel {}", number + 1), 0.0);
        let [a, b] = bowl.gate(begin);
        let [d, c] = bowl.gate(end);
        draft.flight(tunnel, [field, lower], &[a, b, c, d]);
    }
}

fn draw_lower_concourse(draft: &mut Draft, bowl: &Bowl, lower: LayerId) {
    draft.walkable(lower, &ring_with_landings(bowl, WALL - HALF_WALL));
    let mut slots = tunnels(LOWER);
    slots.extend(team_tunnels(LOWER.tunnel[1]));
    draft.obstacle(lower, &bowl.ring(LOWER.tunnel[1] + HALF_WALL, &slots));
    for stair in stairs(WALL + 2.0) {
        draft.obstacle(lower, &bowl.slot(stair, WALL + 16.0));
    }
    furnish_concourse(draft, bowl, lower, [19.0, 25.0, 40.0], 4.8);
}

fn draw_upper_concourse(draft: &mut Draft, bowl: &Bowl, upper: LayerId, lower: LayerId) {
    draft.walkable(upper, &bowl.ring(WALL - HALF_WALL, &stairs(WALL + 2.0)));
    draft.obstacle(upper, &bowl.ring(UPPER.tunnel[1] + HALF_WALL, &tunnels(UPPER)));
    for (number, (top, bottom)) in stairs(WALL + 2.0).into_iter().zip(stairs(WALL + 16.0)).enumerate() {
        let stair = draft.layer(format!("stair {}", number + 1), 0.0);
        let [a, b] = bowl.gate(bottom);
        let [d, c] = bowl.gate(top);
        draft.flight(stair, [lower, upper], &[b, a, d, c]);
    }
    furnish_concourse(draft, bowl, upper, [36.5, 39.0, 43.0], 6.0);
}

/// Columns in two rows, and stalls between them.
fn furnish_concourse(
    draft: &mut Draft,
    bowl: &Bowl,
    layer: LayerId,
    [columns, stalls, more]: [f64; 3],
    spacing: f64,
) {
    for side in 0..4 {
        let section = bowl.side(side);
        let length = section.length(0.0);
        let num = (length / spacing).floor() as usize;
        for k in 0..num {
            let at = length * (k as f64 + 0.5) / num as f64;
            for out in [columns, more] {
                let half = 0.3;
                let shape: Shape = vec![
                    section.at(at - half, out - half),
                    section.at(at - half, out + half),
                    section.at(at + half, out + half),
                    section.at(at + half, out - half),
                ];
                draft.obstacle(layer, &shape);
            }
            if k % 3 == 1 {
                let shape: Shape = vec![
                    section.at(at - 2.0, stalls),
                    section.at(at - 2.0, stalls + 2.4),
                    section.at(at + 2.0, stalls + 2.4),
                    section.at(at + 2.0, stalls),
                ];
                draft.obstacle(layer, &shape);
            }
        }
    }
}

/// The outer loop at a distance, with the landings at its ends, and slots at the gates to the plaza.
fn ring_with_landings(bowl: &Bowl, out: f64) -> Shape {
    let gates = plaza_gates(WALL);
    let mut slots: Vec<Slot> = gates.iter().copied().filter(|gate| gate.side % 2 == 1).collect();
    slots.extend(landings(out));
    let mut shape = bowl.ring(out, &slots);
    // At the end of each landing, its gates.
    for landing in landings(out) {
        let [begin, _] = bowl.gate(landing);
        let after = shape.iter().position(|&corner| corner == begin).expect("the landing is in the loop") + 1;
        let mut here: Vec<Slot> = gates.iter().copied().filter(|gate| gate.side == landing.side).collect();
        here.sort_by(|a, b| a.middle.total_cmp(&b.middle));
        let corners: Shape = here.iter().flat_map(|&gate| bowl.slot(gate, landing.out)).collect();
        shape.splice(after..after, corners);
    }
    shape
}

fn draw_plaza(draft: &mut Draft, bowl: &Bowl, plaza: LayerId, lower: LayerId) {
    draft.walkable(plaza, &rect([0.0, 0.0], SIZE));
    draft.obstacle(plaza, &ring_with_landings(bowl, WALL + HALF_WALL));
    for gate in plaza_gates(WALL) {
        draft.connect([plaza, lower], bowl.gate(gate));
    }
    // Trees and ticket booths in the four corners.
    let [x, y] = [SIZE[0] / 2.0, SIZE[1] / 2.0];
    for [sx, sy] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
        for k in 0..12 {
            let center =
                [x + sx * (134.0 - 8.0 * f64::from(k % 4)), y + sy * (86.0 - 9.0 * f64::from(k / 4))];
            draft.obstacle(plaza, &disc(center, 0.8, 6));
        }
        for k in 0..3 {
            draft.obstacle(
                plaza,
                &bar([x + sx * 122.0, y + sy * (24.0 + 8.0 * f64::from(k))], [3.0, 2.0], 0.0),
            );
        }
    }
}
