//! Building a mesh against Boost's Voronoi diagrams of the same segments.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::{Duration, Instant};
use throng_compare::boost::Boost;
use throng_compare::contender::Contender;
use throng_compare::measure::{median, milliseconds};
use throng_mesh::{Built, Layer, Mesh, Part, Ring, Scene};
use throng_voronoi::{Grid, GridPoint};

/// Rounds are repeated until there are this many …
const MAX_ROUNDS: usize = 31;
/// … or at least this many and the time is up.
const MIN_ROUNDS: usize = 5;
/// Time for the rounds of one place.
const BUDGET: Duration = Duration::from_secs(20);
/// Rounds if it has to be quick.
const QUICK_ROUNDS: usize = 3;

/// Medians of building one place. [ms]
#[derive(Clone, Debug)]
pub struct Building {
    /// Ours on one thread.
    pub one: f64,
    /// Of that: clean, voronoi, connect, of that open, mesh.
    pub parts: [f64; 5],
    /// Ours on two threads.
    pub two: f64,
    /// Boost's diagrams, all layers together.
    pub boost: Option<f64>,
    /// How often each of them built.
    pub rounds: usize,
}

impl Building {
    /// Opening the connections. [ms]
    pub fn open(&self) -> f64 {
        self.parts[3]
    }
}

/// Threads to build with.
pub struct Pools {
    one: ThreadPool,
    two: ThreadPool,
}

impl Pools {
    /// A pool of one thread and one of two.
    pub fn new() -> Result<Self, String> {
        let pool = |threads| {
            ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
        };
        Ok(Self { one: pool(1)?, two: pool(2)? })
    }
}

/// Rounds in which everyone builds once, in turn; and the mesh.
pub fn measure(
    scene: &Scene,
    pools: &Pools,
    mut boost: Option<&mut Boost>,
    quick: bool,
) -> Result<(Building, Mesh), String> {
    let layers: Vec<Vec<[GridPoint; 2]>> = match boost {
        Some(_) => scene.layers.iter().map(segments).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let (mut one, mut two, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    let mut parts: [Vec<f64>; 5] = Default::default();
    let mut mesh = None;
    let most = if quick { QUICK_ROUNDS } else { MAX_ROUNDS };
    let start = Instant::now();
    for round in 0..most {
        if round >= MIN_ROUNDS && start.elapsed() > BUDGET {
            break;
        }
        let (time, built) = build(&pools.one, scene)?;
        one.push(time);
        let seconds = built.seconds;
        let own = [seconds.clean, seconds.voronoi, seconds.connect, seconds.open, seconds.mesh];
        for (part, seconds) in parts.iter_mut().zip(own) {
            part.push(seconds * 1e3);
        }
        mesh = Some(built.mesh);
        if let Some(boost) = boost.as_deref_mut() {
            theirs.push(diagrams(boost, &layers)?);
        }
        two.push(build(&pools.two, scene)?.0);
    }
    let rounds = one.len();
    let boost = (!theirs.is_empty()).then(|| median(theirs));
    let building = Building { one: median(one), parts: parts.map(median), two: median(two), boost, rounds };
    Ok((building, mesh.ok_or("no mesh was built")?))
}

/// Builds the mesh. Milliseconds by the clock.
fn build(pool: &ThreadPool, scene: &Scene) -> Result<(f64, Built), String> {
    pool.install(|| {
        let start = Instant::now();
        let built = Mesh::build(scene);
        let time = milliseconds(start.elapsed());
        built.map(|built| (time, built)).map_err(|error| error.to_string())
    })
}

/// Builds Boost's diagrams of all layers, one after another. Milliseconds of building alone.
fn diagrams(boost: &mut Boost, layers: &[Vec<[GridPoint; 2]>]) -> Result<f64, String> {
    layers.iter().try_fold(0.0, |sum, segments| {
        boost.load(segments)?;
        Ok(sum + milliseconds(boost.build()?.time))
    })
}

/// The segments of a layer, cleaned as for the mesh: edges of all rings, and obstacles that are lines.
fn segments(layer: &Layer) -> Result<Vec<[GridPoint; 2]>, String> {
    let mut edges = Vec::new();
    for (part, ring) in layer.rings() {
        edges.extend(edges_of(part, ring));
    }
    let clean = Grid::default().clean(&[], &edges).map_err(|error| error.to_string())?;
    let point = |index: u32| clean.points()[index as usize];
    Ok(clean.segments().iter().map(|&ends| ends.map(point)).collect())
}

fn edges_of(part: Part, ring: &Ring) -> Vec<[[f64; 2]; 2]> {
    let mut corners: Vec<[f64; 2]> = ring.iter().map(|&[x, y, _]| [x, y]).collect();
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    match corners.as_slice() {
        [] | [_] => Vec::new(),
        &[a, b] if matches!(part, Part::Obstacle(_)) => vec![[a, b]],
        [_, _] => Vec::new(),
        all => all.iter().zip(all.iter().cycle().skip(1)).map(|(&a, &b)| [a, b]).collect(),
    }
}
