//! The scenes: door, neck, corridor that repeats itself, single file, counter-flow.

use throng_crowd::{Purpose, Random};

use crate::simulator::{Settings, Simulator, toward};

/// What came of people leaving a room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    /// Persons per second through the opening, between the first and the last.
    pub(crate) flow: f64,
    /// How many got out.
    pub(crate) out: usize,
}

/// A room of 8 by 5 m with people in it, a door in the middle of a short side, and a neck behind it that may have no length.
pub(crate) fn door(
    settings: &Settings,
    seed: u64,
    count: usize,
    width: f64,
    neck: f64,
    spread: bool,
) -> Flow {
    let (low, high) = (2.5 - width / 2.0, 2.5 + width / 2.0);
    let end = 8.0 + neck;
    let mut walls = vec![
        [[0.0, 0.0], [8.0, 0.0]],
        [[0.0, 5.0], [8.0, 5.0]],
        [[0.0, 0.0], [0.0, 5.0]],
        [[8.0, 0.0], [8.0, low]],
        [[8.0, high], [8.0, 5.0]],
    ];
    if neck > 0.0 {
        walls.push([[8.0, low], [end, low]]);
        walls.push([[8.0, high], [end, high]]);
    }
    let mut sim = Simulator::new(settings, walls, None);
    sim.fill(seed, count, [0.25, 0.25], [7.75, 4.75], spread, 0);
    let margin = (width / 2.0).min(0.3);
    let mut passed = vec![false; count];
    let (mut first, mut last, mut out) = (0.0, 0.0, 0);
    while out < count && sim.time < last + 60.0 {
        sim.step(|p| {
            let goal = [8.1, p.at[1].clamp(low + margin, high - margin)];
            if p.at[0] < 8.0 { toward(p.at, goal) } else { [1.0, 0.0] }
        });
        for at in (0..sim.people.len()).rev() {
            if sim.people[at].at[0] > 8.0 && !passed[at] {
                passed[at] = true;
                out += 1;
                last = sim.time;
                if out == 1 {
                    first = last;
                }
            }
            // On for 2.5 m, so that the one behind has somebody to keep a distance to.
            if sim.people[at].at[0] > end + 2.5 {
                sim.people.swap_remove(at);
                passed.swap_remove(at);
            }
        }
    }
    Flow { flow: (out.max(1) - 1) as f64 / (last - first).max(0.1), out }
}

/// The mean speed in a corridor of 20 by 3 m (or another size) that repeats itself, at a density.
pub(crate) fn corridor(settings: &Settings, seed: u64, size: [f64; 2], density: f64, spread: bool) -> f64 {
    let [long, wide] = size;
    let walls = vec![[[-long, 0.0], [2.0 * long, 0.0]], [[-long, wide], [2.0 * long, wide]]];
    let mut sim = Simulator::new(settings, walls, Some(long));
    let count = (density * long * wide).round() as usize;
    let inner = wide - 2.0 * settings.wall_radius;
    let rows = ((count as f64 * inner / long).sqrt().round() as usize).max(1);
    let columns = count.div_ceil(rows);
    let mut random = Random::new(seed, Purpose::Source, 0, 0);
    for at in 0..count {
        let (row, column) = (at % rows, at / rows);
        let x = long * (column as f64 + 0.5 * (row % 2) as f64 + 0.05 * random.unit()) / columns as f64;
        let y = settings.wall_radius + inner * (row as f64 + 0.5 + 0.3 * (random.unit() - 0.5)) / rows as f64;
        let speed = crate::simulator::speed(&mut random, spread);
        sim.add([x, y], speed, 0);
    }
    mean_speed(&mut sim, long)
}

/// The mean speed in a single file 26 m long and 0.8 m wide that repeats itself, at a density per meter; free speed 1.2 m/s.
pub(crate) fn single_file(settings: &Settings, seed: u64, density: f64) -> f64 {
    let long = 26.0;
    let walls = vec![[[-long, 0.0], [2.0 * long, 0.0]], [[-long, 0.8], [2.0 * long, 0.8]]];
    let mut sim = Simulator::new(settings, walls, Some(long));
    let count = (density * long).round() as usize;
    let mut random = Random::new(seed, Purpose::Source, 0, 0);
    for at in 0..count {
        let x = long * (at as f64 + 0.1 * random.unit()) / count as f64;
        sim.add([x, 0.3 + 0.2 * random.unit()], 1.2, 0);
    }
    mean_speed(&mut sim, long)
}

/// Walks everybody along x: 15 s to settle, 30 s measured.
fn mean_speed(sim: &mut Simulator, long: f64) -> f64 {
    let (mut sum, mut samples) = (0.0, 0);
    while sim.time < 45.0 {
        sim.step(|_| [1.0, 0.0]);
        for person in &mut sim.people {
            person.at[0] = person.at[0].rem_euclid(long);
            if sim.time > 15.0 {
                sum += person.velocity[0];
                samples += 1;
            }
        }
    }
    sum / f64::from(samples.max(1))
}

/// Two rooms of 10 by 10 m and a corridor of 10 by 2 m between them; 100 go right, some go left.
/// When the last of the 100 is in the right room, if all of both get across within 300 s; else how many are left.
pub(crate) fn counter(settings: &Settings, seed: u64, others: usize, spread: bool) -> Result<f64, usize> {
    let mut walls = Vec::new();
    for (x, near) in [(0.0, 10.0), (30.0, 20.0)] {
        walls.push([[x, 0.0], [near, 0.0]]);
        walls.push([[x, 10.0], [near, 10.0]]);
        walls.push([[x, 0.0], [x, 10.0]]);
        walls.push([[near, 0.0], [near, 4.0]]);
        walls.push([[near, 6.0], [near, 10.0]]);
    }
    walls.push([[10.0, 4.0], [20.0, 4.0]]);
    walls.push([[10.0, 6.0], [20.0, 6.0]]);
    let mut sim = Simulator::new(settings, walls, None);
    sim.fill(seed, 100, [0.3, 0.3], [4.5, 9.7], spread, 0);
    sim.fill(seed, others, [25.5, 0.3], [29.7, 9.7], spread, 1);
    let mut last = 0.0;
    while !sim.people.is_empty() && sim.time < 300.0 {
        sim.step(|p| {
            // As if all went right, seen from where they start.
            let mirror = |at: [f64; 2]| if p.way == 0 { at } else { [30.0 - at[0], 10.0 - at[1]] };
            let at = mirror(p.at);
            let aim = if at[0] < 10.0 { toward(at, [10.1, at[1].clamp(4.4, 5.6)]) } else { [1.0, 0.0] };
            if p.way == 0 { aim } else { aim.map(|x| -x) }
        });
        let time = sim.time;
        sim.people.retain(|p| {
            let x = if p.way == 0 { p.at[0] } else { 30.0 - p.at[0] };
            if p.way == 0 && x < 20.5 {
                last = time;
            }
            x < 25.0
        });
    }
    if sim.people.is_empty() { Ok(last) } else { Err(sim.people.len()) }
}

/// Weidmann's relation of speed and density.
pub(crate) fn weidmann(density: f64) -> f64 {
    (1.34 * (1.0 - libm::exp(-1.913 * (1.0 / density - 1.0 / 5.4)))).max(0.0)
}

/// RiMEA test 16: density per meter, and the tenth and ninetieth percentile of the speed.
pub(crate) const SINGLE_FILE: [[f64; 3]; 10] = [
    [0.5, 0.7083, 1.3887],
    [0.7, 0.5978, 1.3053],
    [0.9, 0.4475, 1.1008],
    [1.1, 0.3157, 0.8395],
    [1.3, 0.1872, 0.6077],
    [1.5, 0.112, 0.485],
    [1.7, 0.0705, 0.3822],
    [1.9, 0.048, 0.314],
    [2.3, 0.0267, 0.239],
    [2.7, 0.019, 0.2078],
];
