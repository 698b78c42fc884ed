//! Two platforms and a footbridge.

use super::solids::Solids;
use crate::model::{Model, Role};

/// Length of the platforms, and where the bridge crosses them. \[m\]
const LENGTH: f64 = 60.0;
const BRIDGE: [f64; 2] = [28.0, 34.0];

/// Height of the bridge above the platforms, and of these above the tracks. \[m\]
const RISE: f64 = 4.0;
const PLATFORM: f64 = 0.9;

/// Steps of a flight of stairs, and the depth of one. \[m\]
const STEPS: usize = 24;
const TREAD: f64 = 0.3;

/// Where each platform begins, and how wide it is. \[m\]
const PLATFORMS: [f64; 2] = [0.0, 12.0];
const WIDTH: f64 = 6.0;

/// A small station: two platforms with benches and columns, and above them a footbridge with railings, reached from each platform by
/// a flight of stairs on one side and a ramp on the other.
pub fn station() -> Model {
    let mut solids = Solids::new("station");
    solids.part("tracks".into(), Role::Other, None);
    solids.cuboid([-5.0, -8.0, -PLATFORM - 0.5], [LENGTH + 5.0, 26.0, -PLATFORM]);
    for (k, y) in PLATFORMS.into_iter().enumerate() {
        platform(&mut solids, k, y);
    }
    bridge(&mut solids);
    solids.finish()
}

fn platform(solids: &mut Solids, k: usize, y: f64) {
    let name = |what: &str| format!("platform {} {what}", k + 1);
    solids.part(name("floor"), Role::Other, None);
    solids.cuboid([0.0, y, -PLATFORM], [LENGTH, y + WIDTH, 0.0]);

    solids.part(name("stairs"), Role::Stairs, None);
    for step in 0..STEPS {
        let x = BRIDGE[0] - TREAD * (STEPS - step) as f64;
        let z = RISE * (step + 1) as f64 / STEPS as f64;
        // The last one is as high as the bridge, and touches it.
        solids.cuboid([x, y + 1.5, z - 0.3], [x + TREAD, y + 4.5, z]);
    }

    solids.part(name("ramp"), Role::Ramp, None);
    let [low, high] = [BRIDGE[1] + 6.0 * RISE, BRIDGE[1]];
    let base = [[high, y + 1.8], [low, y + 1.8], [low, y + 4.2], [high, y + 4.2]];
    solids.block(base, [-0.1; 4], [RISE, 0.0, 0.0, RISE]);

    solids.part(name("columns"), Role::Other, None);
    for x in [BRIDGE[0] + 0.5, BRIDGE[1] - 0.9] {
        for side in [0.8, WIDTH - 1.2] {
            // From below the floor into the bridge.
            solids.cuboid([x, y + side, -0.2], [x + 0.4, y + side + 0.4, RISE - 0.1]);
        }
    }

    solids.part(name("benches"), Role::Furniture, None);
    for x in [5.0, 9.0, 13.0] {
        solids.cuboid([x, y + 2.7, 0.4], [x + 1.8, y + 3.2, 0.45]);
        for end in [0.1, 1.6] {
            solids.cuboid([x + end, y + 2.75, 0.0], [x + end + 0.1, y + 3.15, 0.4]);
        }
    }
}

fn bridge(solids: &mut Solids) {
    solids.part("bridge floor".into(), Role::Other, None);
    let [y0, y1] = [PLATFORMS[0] - 2.0, PLATFORMS[1] + WIDTH + 2.0];
    solids.cuboid([BRIDGE[0], y0, RISE - 0.3], [BRIDGE[1], y1, RISE]);
    solids.part("bridge railing".into(), Role::Railing, None);
    let top = RISE + 1.1;
    for y in [y0, y1 - 0.05] {
        solids.cuboid([BRIDGE[0], y, RISE - 0.05], [BRIDGE[1], y + 0.05, top]);
    }
    // Open where stairs and ramps arrive.
    for (x, gap) in [(BRIDGE[0], [1.5, 4.5]), (BRIDGE[1] - 0.05, [1.8, 4.2])] {
        let mut from = y0;
        for y in PLATFORMS {
            solids.cuboid([x, from, RISE - 0.05], [x + 0.05, y + gap[0], top]);
            from = y + gap[1];
        }
        solids.cuboid([x, from, RISE - 0.05], [x + 0.05, y1, top]);
    }
}
