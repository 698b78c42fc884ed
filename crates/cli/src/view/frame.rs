//! A frame as bytes: everybody at one step, one array a property, as the page puts it on the screen.
//!
//! The format is in `docs/protocol.md`. Cost: twenty bytes a character, twenty-four where there are heights.

/// What the bytes of a frame begin with.
const MAGIC: u32 = 0x454d_5246;
/// Radii are in these, speeds in those. (m, m/s)
const RADIUS_UNIT: f32 = 0.005;
const SPEED_UNIT: f32 = 0.02;

/// What a frame tells of the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Head {
    pub(super) step: u32,
    /// (s)
    pub(super) time: f64,
    pub(super) count: u32,
    /// Of the place.
    pub(super) version: u32,
    /// How many came and left so far.
    pub(super) entered: u32,
    pub(super) left: u32,
    pub(super) stuck: u32,
    /// Of those who walk. (m/s)
    pub(super) mean_speed: f32,
    /// What the step took. (ms)
    pub(super) milliseconds: f32,
}

/// One character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Body {
    pub(super) id: u32,
    /// (m)
    pub(super) at: [f64; 3],
    pub(super) layer: u16,
    pub(super) heading: [f32; 2],
    /// (m/s)
    pub(super) speed: f32,
    pub(super) state: u8,
    pub(super) goal: u8,
    pub(super) profile: u8,
    /// (m)
    pub(super) radius: f32,
}

/// What bits of a state mean.
pub(super) const WALKS: u8 = 1;
pub(super) const STEERED: u8 = 2;
pub(super) const STUCK: u8 = 4;
pub(super) const WAITS: u8 = 8;

/// A frame as bytes. Positions are relative to a place; without heights those are left out.
pub(super) fn encode(head: &Head, bodies: &[Body], low: [f64; 3], has_heights: bool) -> Vec<u8> {
    let count = bodies.len();
    let mut bytes = Vec::with_capacity(48 + count * if has_heights { 24 } else { 20 } + 32);
    bytes.extend(MAGIC.to_le_bytes());
    bytes.extend(head.step.to_le_bytes());
    bytes.extend(head.time.to_le_bytes());
    for number in [count as u32, head.version, head.entered, head.left, head.stuck] {
        bytes.extend(number.to_le_bytes());
    }
    for number in [head.mean_speed, head.milliseconds] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(u32::from(has_heights).to_le_bytes());
    bodies.iter().for_each(|body| bytes.extend(body.id.to_le_bytes()));
    for (axis, low) in low.iter().enumerate().take(if has_heights { 3 } else { 2 }) {
        bodies.iter().for_each(|body| bytes.extend(((body.at[axis] - low) as f32).to_le_bytes()));
    }
    bodies.iter().for_each(|body| bytes.extend(body.layer.to_le_bytes()));
    fill(&mut bytes);
    let small: [fn(&Body) -> u8; 6] = [
        |body| turn(body.heading),
        |body| (body.speed / SPEED_UNIT).round() as u8,
        |body| body.state,
        |body| body.goal,
        |body| body.profile,
        |body| (body.radius / RADIUS_UNIT).round() as u8,
    ];
    for of in small {
        bytes.extend(bodies.iter().map(of));
        fill(&mut bytes);
    }
    bytes
}

/// Zeros up to a multiple of four bytes.
pub(super) fn fill(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}

/// A direction in 256ths of a turn. For the eye only, so the platform's last digit does not matter.
fn turn([x, y]: [f32; 2]) -> u8 {
    let part = y.atan2(x) / std::f32::consts::TAU;
    (part * 256.0).round().rem_euclid(256.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_array_has_its_place() {
        let body = |id: u32| Body {
            id,
            at: [10.0 + f64::from(id), 20.0, 3.5],
            layer: 7,
            heading: [0.0, -1.0],
            speed: 1.34,
            state: WALKS | STUCK,
            goal: 2,
            profile: 1,
            radius: 0.18,
        };
        let bodies = [body(3), body(5), body(9)];
        let head = Head { step: 12, time: 1.2, entered: 9, left: 6, stuck: 3, ..Head::default() };
        for has_heights in [false, true] {
            let bytes = encode(&head, &bodies, [10.0, 0.0, 3.0], has_heights);
            let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
            let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
            assert_eq!((word(0), word(4), word(16), word(44)), (MAGIC, 12, 3, u32::from(has_heights)));
            assert_eq!([word(48), word(52), word(56)], [3, 5, 9], "ids");
            assert_eq!([float(60), float(64), float(68), float(72)], [3.0, 5.0, 9.0, 20.0], "x, then y");
            let layers = 84 + if has_heights { 12 } else { 0 };
            assert_eq!(&bytes[layers..layers + 8], [7, 0, 7, 0, 7, 0, 0, 0], "filled up");
            let rest = &bytes[layers + 8..];
            assert_eq!(rest.len(), 24, "six small arrays");
            let first: Vec<u8> = rest.iter().step_by(4).copied().collect();
            assert_eq!(first, [192, 67, 5, 2, 1, 36], "heading, speed, state, goal, profile, radius");
        }
    }

    #[test]
    fn directions() {
        let turns = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, -1e-6], [0.0, 0.0]].map(turn);
        assert_eq!(turns, [0, 64, 128, 192, 0, 0]);
    }
}
