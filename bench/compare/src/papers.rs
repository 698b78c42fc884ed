//! What the papers measured, on an Intel i7-3930K of 3.2 GHz, one thread but where it says so.
//!
//! Tables 4.1 to 4.3, 5.1 to 5.3 and 8.1 to 8.3 of W. van Toll, Navigation for characters and crowds in complex virtual environments,
//! Utrecht University 2017. Times are in milliseconds. Their places are not ours, only about as complex.

/// One environment of the papers.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Our place that stands for it.
    pub place: &'static str,
    /// Corners of obstacles, layers, connections.
    pub geometry: [usize; 3],
    /// Vertices, edges, bending points.
    pub complexity: [usize; 3],
    /// Building with Vroni. [ms]
    pub vroni: f64,
    /// Building with Boost. [ms]
    pub boost: f64,
    /// Building with Boost on five threads. [ms]
    pub boost_five: Option<f64>,
    /// Mean and standard deviation of a visibility polygon. [ms]
    pub visibility: [f64; 2],
    /// Mean and standard deviation of a path on the medial axis. [ms]
    pub path: [f64; 2],
    /// Mean and standard deviation of a path and the short indicative route around it. [ms]
    pub route: [f64; 2],
}

/// All environments.
#[rustfmt::skip]
const PAPERS: &[Paper] = &[
    paper("military", [108, 1, 0], [56, 71, 288], [3.5, 6.7], None, [[0.04, 0.02], [0.006, 0.004], [0.06, 0.04]]),
    paper("city", [2102, 1, 0], [1442, 1621, 6306], [70.9, 130.0], None, [[0.15, 0.06], [0.08, 0.07], [0.3, 0.19]]),
    paper("village", [564, 1, 0], [296, 351, 1258], [14.9, 23.0], None, [[0.05, 0.02], [0.02, 0.02], [0.12, 0.06]]),
    paper("village2x2", [2304, 1, 0], [1184, 1408, 5082], [59.2, 92.0], None, [[0.05, 0.03], [0.07, 0.05], [0.27, 0.13]]),
    paper("village4x4", [9180, 1, 0], [4720, 5624, 20_329], [235.4, 367.7], None, [[0.07, 0.03], [0.27, 0.23], [0.64, 0.39]]),
    paper("village8x8", [36_684, 1, 0], [18_848, 22_480, 81_365], [997.4, 1529.1], None, [[0.05, 0.02], [1.18, 1.13], [1.93, 1.5]]),
    paper("ramps", [147, 7, 8], [54, 61, 181], [5.8, 9.4], Some(7.6), [[0.03, 0.01], [0.005, 0.004], [0.04, 0.02]]),
    paper("ramps2", [422, 7, 8], [228, 290, 1118], [16.3, 29.5], Some(21.2), [[0.06, 0.02], [0.02, 0.01], [0.11, 0.05]]),
    paper("library", [717, 9, 8], [219, 222, 599], [14.7, 20.2], Some(9.2), [[0.03, 0.01], [0.02, 0.01], [0.15, 0.08]]),
    paper("station", [2242, 34, 64], [660, 768, 2804], [68.6, 97.3], Some(74.3), [[0.09, 0.08], [0.05, 0.04], [0.21, 0.13]]),
    paper("tower", [6058, 17, 30], [4948, 4979, 14_407], [248.8, 383.4], Some(110.1), [[0.06, 0.03], [0.4, 0.3], [0.72, 0.4]]),
    paper("stadium", [12_915, 18, 82], [6303, 7754, 26_323], [442.4, 572.2], Some(263.5), [[0.14, 0.12], [0.45, 0.47], [0.8, 0.64]]),
    paper("bigcity", [49_476, 113, 196], [32_264, 32_652, 104_002], [2168.6, 3430.0], Some(925.7), [[0.11, 0.07], [0.87, 1.17], [1.32, 1.46]]),
    paper("bigcity2x2", [197_884, 449, 784], [129_147, 130_702, 416_411], [8972.5, 14_287.0], Some(4219.3), [[0.18, 0.12], [3.71, 4.41], [4.56, 5.01]]),
];

const fn paper(
    place: &'static str,
    geometry: [usize; 3],
    complexity: [usize; 3],
    [vroni, boost]: [f64; 2],
    boost_five: Option<f64>,
    [visibility, path, route]: [[f64; 2]; 3],
) -> Paper {
    Paper { place, geometry, complexity, vroni, boost, boost_five, visibility, path, route }
}

/// The figures of the environment that a place stands for.
pub fn of_place(place: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.place == place)
}

/// What the thesis found about planning again, in one environment: tables 8.1 to 8.3.
#[derive(Clone, Copy, Debug)]
pub struct Replanning {
    /// Our place that stands for it.
    pub place: &'static str,
    /// Obstacles that came and went.
    pub obstacles: usize,
    /// Of table 8.2, starts anywhere, and of table 8.3, starts that see the obstacle: how much quicker than A* its ODPA* was for paths that were not
    /// affected and for those that were, and how many of them were. [%]
    pub shares: [[f64; 3]; 2],
}

/// Tables 8.1 to 8.3, without routes around the paths.
#[rustfmt::skip]
pub const REPLANNING: &[Replanning] = &[
    Replanning { place: "military", obstacles: 17, shares: [[-16.85, -13.97, 11.76], [-17.38, -18.88, 27.40]] },
    Replanning { place: "village", obstacles: 24, shares: [[13.16, -6.90, 8.59], [4.79, -5.27, 46.46]] },
    Replanning { place: "city", obstacles: 70, shares: [[23.42, 0.90, 6.12], [15.84, 6.44, 31.61]] },
    Replanning { place: "village2x2", obstacles: 106, shares: [[28.59, 2.46, 4.53], [16.47, 10.14, 45.44]] },
    Replanning { place: "village4x4", obstacles: 235, shares: [[40.54, 6.30, 2.03], [28.43, 23.18, 45.84]] },
    Replanning { place: "village8x8", obstacles: 470, shares: [[38.42, 2.15, 1.01], [16.09, 13.10, 45.65]] },
];
