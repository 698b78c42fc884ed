//! RiMEA on the level of tasks: when people start, and which exit they choose. Both run as scenarios.

use throng_crowd::CharacterId;
use throng_crowd::scenario::Scenario;
use throng_crowd::task::{News, Simulation};
use throng_mesh::LiveMesh;

use crate::report::{Test, Verdict};
use crate::world::{Rectangle, World, distance, flat};

/// The tests.
pub(crate) fn tests() -> Vec<Test> {
    let test = |name, title, criterion, run| Test { name, title, criterion, fails: None, long: false, run };
    vec![
        test(
            "RiMEA 5",
            "time before people start",
            "each starts at its time, 10 to 100 s, within 0.2 s; drawn from 10 to 100 s, all between",
            pre_movement,
        ),
        test(
            "RiMEA 11",
            "choice of an exit",
            "most of 1000 go by exit 1 and are congested there, some by exit 2; ours: more than 2 per m² before exit 1",
            exit_choice,
        ),
    ]
}

fn simulation(text: &str, walkable: &[Rectangle]) -> Simulation {
    let scenario = Scenario::from_toml(text).expect("the scenario is fine");
    let place = LiveMesh::build(&flat(walkable, &[])).expect("the place can be built");
    Simulation::new(scenario, place).expect("the scenario fits to the place")
}

/// A room of 8 x 5 m, a door of 1 m in the middle of a short wall, and a way off.
const ROOM: [Rectangle; 3] = [[[0.0, 0.0], [8.0, 5.0]], [[8.0, 2.0], [8.2, 3.0]], [[8.2, 0.0], [12.0, 5.0]]];

/// Where ten people stand; those who are nearer to the door come first, so that nobody has to get past others who stand.
fn places() -> impl Iterator<Item = [f64; 2]> {
    (0..10).map(|k: u32| [6.5 - 1.2 * f64::from(k / 2), if k.is_multiple_of(2) { 1.8 } else { 3.2 }])
}

/// When each of ten people first moves, if each source has its own time. \[s\]
fn starts(pre_movement: impl Fn(usize) -> String) -> Vec<(CharacterId, f64)> {
    let mut text = String::from(
        "throng = 1\nplace = 'a room'\nduration = 150\n[profiles.adult]\nspeed = 1.34\n\
         [exits.out]\nrectangle = [[10.2, 0], [12, 5]]\n[[agendas.leave]]\nexit = 'out'\n",
    );
    for (k, [x, y]) in places().enumerate() {
        text += &format!(
            "[[sources]]\npositions = [[{x}, {y}]]\nnumber = 1\npre_movement = {}\n",
            pre_movement(k)
        );
    }
    let mut run = simulation(&text, &ROOM);
    let mut stood: Vec<(CharacterId, [f64; 2])> = Vec::new();
    let mut started: Vec<(CharacterId, f64)> = Vec::new();
    while !run.is_over() {
        run.step();
        for news in run.director.news() {
            if let News::Entered { id, .. } = news {
                stood.push((*id, run.crowd.get(*id).expect("it came just now").position().at));
            }
        }
        for &(id, from) in &stood {
            let has_started = started.iter().any(|(other, _)| *other == id);
            // One hundredth of a meter is no noise: who stands does not move at all.
            let moves = |at: [f64; 2]| distance(from, at) > 0.01;
            if !has_started && run.crowd.get(id).is_some_and(|one| moves(one.position().at)) {
                // The step in which it began.
                started.push((id, run.crowd.time() - World::DT));
            }
        }
    }
    started.sort_unstable_by_key(|(id, _)| *id);
    started
}

fn pre_movement() -> Verdict {
    let fixed = starts(|k| format!("{}", 10 * (k + 1)));
    let errors = fixed.iter().enumerate().map(|(k, (_, time))| (time - 10.0 * (k + 1) as f64).abs());
    let worst = errors.fold(0.0, f64::max);
    let drawn = starts(|_| "{ uniform = [10, 100] }".to_owned());
    let times: Vec<f64> = drawn.iter().map(|(_, time)| *time).collect();
    let [first, last] =
        [times.iter().copied().fold(f64::INFINITY, f64::min), times.iter().copied().fold(0.0, f64::max)];
    let passes =
        fixed.len() == 10 && worst <= 0.2 + 1e-9 && drawn.len() == 10 && first >= 10.0 && last <= 100.3;
    Verdict::new(
        passes,
        format!(
            "{} start within {worst:.1} s of their times; drawn, {} from {first:.1} to {last:.1} s",
            fixed.len(),
            drawn.len()
        ),
    )
}

/// The room of 30 x 20 m with two doors of 1 m in its upper wall, and ways off that do not meet.
const HALL: [Rectangle; 5] = [
    [[0.0, 0.0], [30.0, 20.0]],
    [[21.0, 20.0], [22.0, 20.2]],
    [[19.0, 20.2], [24.0, 26.0]],
    [[27.0, 20.0], [28.0, 20.2]],
    [[25.0, 20.2], [30.0, 26.0]],
];

/// A thousand people in the left half, in rows that are as far apart as there is room.
fn thousand() -> Vec<[f64; 2]> {
    const OWN: Rectangle = [[2.0, 2.0], [15.5, 18.0]];
    /// Columns, and half a place that every other row is shifted.
    const COLUMNS: usize = 27;
    let apart = (OWN[1][0] - OWN[0][0]) / (COLUMNS as f64 + 0.5);
    let rows = 1000usize.div_ceil(COLUMNS);
    let between = (OWN[1][1] - OWN[0][1]) / rows as f64;
    let place = |k: usize| {
        let (row, column) = (k / COLUMNS, k % COLUMNS);
        let shift = if row.is_multiple_of(2) { 0.25 } else { 0.75 };
        [OWN[0][0] + apart * (column as f64 + shift), OWN[0][1] + between * (row as f64 + 0.5)]
    };
    (0..1000).map(place).collect()
}

/// How many leave by each exit, when the last one does, and the highest density before each door.
struct Emptied {
    used: Vec<u32>,
    time: f64,
    density: [f64; 2],
}

/// Empties the hall. At first everybody goes for the nearest exit. Whoever is still 5.5 m or more away from it thinks again every ten seconds
/// or so, and goes where it expects to be out first: by its way, and by how many want to leave there.
///
/// Doors are alike and people know both crowds, so both let out about as many; the first one has a head start. If everybody chose like that
/// at once, it would be 500 to 500. If those at the doors thought again as well, they would get into each other's way between
/// the doors: three quarters were out after 900 s.
fn empty_hall() -> Emptied {
    /// What people expect a door of 1 m to let out in a second. The flow in it is less, so it holds nobody back.
    const CAPACITY: f64 = 2.0;
    let text = format!(
        "throng = 1\nplace = 'a hall'\nduration = 900\n[profiles.adult]\n\
         [areas]\nback = {{ rectangle = [[0, 0], [16, 20]] }}\n\
         [exits.first]\nrectangle = [[19, 22.2], [24, 26]]\ncapacity = {CAPACITY}\n\
         [exits.second]\nrectangle = [[25, 22.2], [30, 26]]\ncapacity = {CAPACITY}\n\
         [[agendas.leave]]\nexit = {{ nearest = ['first', 'second'] }}\n\
         [[agendas.think]]\nexit = {{ quickest = ['first', 'second'] }}\n\
         [[events]]\nat = 10\nevery = 10\n\
         announce = {{ agenda = 'think', area = 'back', reaction = {{ uniform = [0, 10] }} }}\n\
         [[sources]]\nnumber = 1000\nagenda = 'leave'\npositions = {:?}\n",
        thousand()
    );
    let mut run = simulation(&text, &HALL);
    let mut density = [0.0f64; 2];
    while !run.is_over() {
        run.step();
        if run.crowd.num_steps().is_multiple_of(50) {
            for (most, door) in density.iter_mut().zip([21.5, 27.5]) {
                // Half a disc of 2 m in front of the door.
                let is_near = |at: [f64; 2]| at[1] < 20.0 && distance(at, [door, 20.0]) < 2.0;
                let count = run.crowd.iter().filter(|one| is_near(one.position().at)).count();
                *most = most.max(count as f64 / (2.0 * std::f64::consts::PI));
            }
        }
    }
    Emptied { used: run.director.exit_counts(), time: run.crowd.time(), density }
}

fn exit_choice() -> Verdict {
    let Emptied { used, time, density } = empty_hall();
    let passes = used[0] > used[1] && used[1] > 0 && used[0] + used[1] == 1000 && density[0] > 2.0;
    Verdict::new(
        passes,
        format!(
            "{} by exit 1, {} by exit 2, in {time:.0} s; up to {:.1} per m² before exit 1, {:.1} before exit 2",
            used[0], used[1], density[0], density[1]
        ),
    )
}
