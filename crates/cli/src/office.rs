//! A small built-in place: one floor with rooms, doors, desks and pillars, in meters.

/// Segments from one point to another.
pub(crate) type Walls = Vec<[[f64; 2]; 2]>;

/// The floor: 24 m by 14 m.
pub(crate) fn walls() -> Walls {
    let mut walls = Walls::new();
    ring(&mut walls, &[[0.0, 0.0], [24.0, 0.0], [24.0, 14.0], [0.0, 14.0]]);
    // A corridor in the middle, rooms above and below; gaps are doors.
    for y in [5.0, 8.0] {
        for k in 0..4 {
            let x = 6.0 * f64::from(k);
            walls.push([[x, y], [x + 2.4, y]]);
            walls.push([[x + 3.4, y], [x + 6.0, y]]);
        }
    }
    for k in 1..4 {
        let x = 6.0 * f64::from(k);
        walls.push([[x, 0.0], [x, 5.0]]);
        walls.push([[x, 8.0], [x, 14.0]]);
    }
    // Desks, each turned a little more than the one before: (3, 4, 5), (5, 12, 13) and so on.
    let turns = [[1.0, 0.0], [0.8, 0.6], [12.0 / 13.0, 5.0 / 13.0], [15.0 / 17.0, 8.0 / 17.0]];
    for (k, turn) in turns.into_iter().enumerate() {
        let x = 6.0 * k as f64 + 3.0;
        desk(&mut walls, [x, 2.2], turn);
        desk(&mut walls, [x - 0.6, 11.2], [turn[1], turn[0]]);
    }
    // Pillars in the corridor, and a screen that crosses a wall: cleaning splits both.
    for k in 0..3 {
        let x = 6.0 * f64::from(k) + 6.0;
        ring(&mut walls, &[[x - 0.2, 6.3], [x + 0.2, 6.3], [x + 0.2, 6.7], [x - 0.2, 6.7]]);
    }
    walls.push([[17.0, 3.6], [19.0, 4.4]]);
    walls
}

fn desk(walls: &mut Walls, center: [f64; 2], [c, s]: [f64; 2]) {
    let corner = |x: f64, y: f64| [center[0] + c * x - s * y, center[1] + s * x + c * y];
    ring(walls, &[corner(-0.9, -0.4), corner(0.9, -0.4), corner(0.9, 0.4), corner(-0.9, 0.4)]);
}

fn ring(walls: &mut Walls, corners: &[[f64; 2]]) {
    let next = corners.iter().cycle().skip(1);
    walls.extend(corners.iter().zip(next).map(|(&a, &b)| [a, b]));
}
