//! Tasks on a real crowd, in small places.

use throng_mesh::{Layer, LiveMesh, Scene};

use super::*;
use crate::scenario::{Scenario, ScenarioProblem};

/// A room of 8 m by 5 m with a door of 1 m, and as much behind it.
fn room() -> LiveMesh {
    let mut layer = Layer::new("ground");
    let ring = |a: [f64; 2], b: [f64; 2]| {
        vec![[a[0], a[1], 0.0], [b[0], a[1], 0.0], [b[0], b[1], 0.0], [a[0], b[1], 0.0]]
    };
    layer.walkable.push(ring([0.0, 0.0], [16.0, 5.0]));
    layer.obstacles.push(ring([8.0, 0.0], [8.2, 5.0]));
    layer.openings.push(ring([8.0, 2.0], [8.2, 3.0]));
    LiveMesh::build(&Scene::of_layer("room", layer)).expect("it is fine")
}

fn simulation(body: &str) -> Simulation {
    let head = "throng = 1\nplace = \"room\"\nduration = 200\n[profiles.adult]\nspeed = 1.3\n";
    let scenario =
        Scenario::from_toml(&format!("{head}{body}")).unwrap_or_else(|problems| panic!("{problems:?}"));
    Simulation::new(scenario, room()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Runs to the end; everything that was told, with its time.
fn run(simulation: &mut Simulation) -> Vec<(f64, News)> {
    let mut told = Vec::new();
    while !simulation.is_over() {
        simulation.step();
        told.extend(simulation.director.news().iter().map(|news| (simulation.crowd.time(), news.clone())));
    }
    told
}

const LEAVE: &str = r#"
[exits.out]
rectangle = [[14, 0], [16, 5]]
[[agendas.leave]]
exit = "out"
[[sources]]
area = { rectangle = [[0, 0], [7, 5]] }
number = 10
"#;

#[test]
fn everybody_leaves_through_the_door() {
    let mut simulation = simulation(LEAVE);
    let told = run(&mut simulation);
    assert!(simulation.crowd.time() < 60.0, "{}", simulation.crowd.time());
    assert_eq!(simulation.director.exit_counts(), [10], "exits");
    assert_eq!(told.iter().filter(|(_, news)| matches!(news, News::Entered { .. })).count(), 10, "entered");
}

#[test]
fn an_exit_lets_out_no_more_than_it_can() {
    let mut simulation = simulation(
        &LEAVE.replace("rectangle = [[14, 0], [16, 5]]", "rectangle = [[14, 0], [16, 5]]\ncapacity = 0.5"),
    );
    let times: Vec<f64> = run(&mut simulation)
        .iter()
        .filter(|(_, news)| matches!(news, News::Left { exit: Some(0), .. }))
        .map(|(time, _)| *time)
        .collect();
    assert_eq!(times.len(), 10, "{times:?}");
    for pair in times.windows(2) {
        assert!(pair[1] - pair[0] > 1.95, "{times:?}");
    }
    assert!(times[9] - times[0] < 30.0, "the first ones leave as quickly as they can: {times:?}");
}

#[test]
fn nobody_moves_before_its_time() {
    let mut simulation =
        simulation(&LEAVE.replace("number = 10", "number = 10\npre_movement = { uniform = [5, 20] }"));
    let mut moved = std::collections::BTreeMap::new();
    while !simulation.is_over() {
        simulation.step();
        for character in simulation.crowd.iter() {
            let [x, y] = character.velocity();
            if x * x + y * y > 0.01 {
                moved.entry(character.id()).or_insert(simulation.crowd.time());
            }
        }
    }
    assert_eq!(moved.len(), 10, "{moved:?}");
    assert!(moved.values().all(|time| (5.0..22.0).contains(time)), "{moved:?}");
    let first = moved.values().copied().fold(f64::INFINITY, f64::min);
    assert!(first < 12.0, "{moved:?}");
}

#[test]
fn a_line_is_served_in_order_and_in_time() {
    let mut simulation = simulation(
        r#"
[queues.desk]
line = [[6.5, 2.5], [1.0, 2.5]]
service = 4
[exits.out]
rectangle = [[14, 0], [16, 5]]
[[agendas.buy]]
queue = "desk"
[[agendas.buy]]
exit = "out"
[[sources]]
area = { rectangle = [[0, 0], [3, 5]] }
number = 6
"#,
    );
    let told = run(&mut simulation);
    let of = |wanted: fn(&News) -> Option<crate::CharacterId>| -> Vec<(f64, crate::CharacterId)> {
        told.iter().filter_map(|(time, news)| Some((*time, wanted(news)?))).collect()
    };
    let joined = of(|news| if let News::Joined { id, .. } = news { Some(*id) } else { None });
    let served = of(|news| if let News::Served { id, .. } = news { Some(*id) } else { None });
    assert_eq!(served.len(), 6, "{told:?}");
    // Neighbors may have changed places on the way to theirs, and nobody more than once.
    for (place, (_, id)) in served.iter().enumerate() {
        let came = joined.iter().position(|(_, other)| other == id).expect("who is served has joined");
        assert!(came.abs_diff(place) <= 1, "{joined:?} {served:?}");
    }
    for pair in served.windows(2) {
        assert!((3.9..8.0).contains(&(pair[1].0 - pair[0].0)), "{served:?}");
    }
    assert_eq!(simulation.director.exit_counts(), [6], "all leave");
}

#[test]
fn counters_serve_side_by_side() {
    let mut simulation = simulation(
        r#"
[queues.desk]
line = [[5.0, 2.5], [1.0, 2.5]]
counters = [[7.0, 1.0], [7.0, 4.0]]
service = 10
[exits.out]
rectangle = [[14, 0], [16, 5]]
[[agendas.buy]]
queue = "desk"
[[agendas.buy]]
exit = "out"
[[sources]]
area = { rectangle = [[0, 0], [3, 5]] }
number = 6
"#,
    );
    run(&mut simulation);
    assert_eq!(simulation.director.exit_counts(), [6], "all leave");
    // Three rounds of service, with walking between.
    assert!((30.0..75.0).contains(&simulation.crowd.time()), "{}", simulation.crowd.time());
}

#[test]
fn signals_doors_and_choices() {
    let mut simulation = simulation(
        r#"
until_empty = true
[areas.west]
rectangle = [[0, 0], [3, 5]]
[exits.near]
rectangle = [[6, 0], [7.5, 5]]
[exits.far]
rectangle = [[14, 0], [16, 5]]
[[agendas.wait]]
wait_for = "go"
in = "west"
[[agendas.wait]]
exit = { nearest = ["far", "near"] }
[[sources]]
area = "west"
number = 8
[[events]]
name = "go"
at = 20
insert = { name = "plug", polygon = [[8.1, 1.9], [8.1, 3.1]] }
"#
        .trim_start_matches("\nuntil_empty = true"),
    );
    let told = run(&mut simulation);
    let left = told.iter().filter(|(_, news)| matches!(news, News::Left { .. }));
    assert!(left.clone().all(|(time, _)| *time > 20.0), "{told:?}");
    assert_eq!(simulation.director.exit_counts(), [8, 0], "the nearest");
    assert_eq!(simulation.crowd.mesh().num_components(), 2, "the door is shut");
}

#[test]
fn an_announcement_changes_what_everybody_does() {
    let mut simulation = simulation(
        r#"
[areas.west]
rectangle = [[0, 0], [3, 5]]
[exits.out]
rectangle = [[14, 0], [16, 5]]
[[agendas.stay]]
label = "again"
wait = 1
in = "west"
[[agendas.stay]]
jump = "again"
[[agendas.leave]]
exit = "out"
[[sources]]
area = "west"
number = 5
agenda = "stay"
[[events]]
at = 30
announce = { agenda = "leave", reaction = { uniform = [0, 5] } }
"#,
    );
    let told = run(&mut simulation);
    let left: Vec<f64> =
        told.iter().filter(|(_, n)| matches!(n, News::Left { .. })).map(|(t, _)| *t).collect();
    assert_eq!(left.len(), 5, "{told:?}");
    assert!(left.iter().all(|time| (30.0..70.0).contains(time)), "{left:?}");
}

#[test]
fn sources_keep_to_their_numbers_and_times() {
    let mut simulation = simulation(
        r#"
[exits.out]
rectangle = [[14, 0], [16, 5]]
[[agendas.leave]]
exit = "out"
[[sources]]
area = { rectangle = [[0, 0], [7, 5]] }
rate = 0.5
spacing = "even"
end = 19
[[sources]]
area = { rectangle = [[0, 0], [7, 5]] }
rate = 0.4
end = 60
groups = { 2 = 0.5, 3 = 0.5 }
[[sources]]
positions = [[1, 1], [2, 1]]
timetable = [[5, 2], [15, 4]]
"#,
    );
    let told = run(&mut simulation);
    let of = |wanted: usize| -> Vec<f64> {
        let entered =
            told.iter().filter(|(_, n)| matches!(n, News::Entered { source, .. } if *source == wanted));
        entered.map(|(time, _)| *time).collect()
    };
    assert_eq!(of(0).len(), 10, "every two seconds from 0 to 18: {:?}", of(0));
    // A Poisson process: 24 expected, and five deviations.
    assert!((4..=50).contains(&of(1).len()), "{:?}", of(1));
    assert_eq!(of(2).len(), 6, "{:?}", of(2));
    assert_eq!(of(2).iter().filter(|time| **time < 14.0).count(), 2, "{:?}", of(2));
}

#[test]
fn nobody_appears_on_somebody_and_who_has_no_room_waits_outside() {
    let mut simulation = simulation(
        &LEAVE.replace("[[0, 0], [7, 5]]", "[[0, 0], [2, 2]]").replace("number = 10", "number = 40"),
    );
    simulation.step();
    let outside = simulation.director.waiting_outside()[0];
    assert!(outside > 0 && simulation.crowd.len() as u32 + outside == 40, "{outside} of 40");
    let all: Vec<_> = simulation.crowd.iter().map(|c| (c.position().at, f64::from(c.radius()))).collect();
    for (k, (a, r)) in all.iter().enumerate() {
        for (b, s) in &all[..k] {
            assert!(stage::distance_sq(*a, *b) >= (r + s) * (r + s) * 0.999, "{a:?} {b:?}");
        }
    }
    run(&mut simulation);
    assert_eq!(simulation.director.exit_counts(), [40], "all come and leave");
}

#[test]
fn a_saved_run_goes_on_with_the_same_bits() {
    let text = include_str!("../../../../fixtures/scenarios/concert.toml");
    let scenario = Scenario::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let place = || {
        let scene = include_str!("../../../../fixtures/scenarios/hall.json");
        LiveMesh::build(&throng_import::read_scene(scene).scene).expect("it is fine")
    };
    let mut whole =
        Simulation::new(scenario.clone(), place()).unwrap_or_else(|problems| panic!("{problems:?}"));
    for _ in 0..300 {
        whole.step();
    }
    let saved = whole.save();
    let mut second =
        Simulation::resume(scenario.clone(), place(), &saved).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(second.save(), saved, "saved again");
    for _ in 0..150 {
        whole.step();
        second.step();
        assert_eq!(whole.director.news(), second.director.news(), "news at {}", whole.crowd.time());
    }
    assert_eq!(whole.save(), second.save(), "after 15 s");
    // A place with goals that are areas: they stay one and the same.
    let mut room = simulation(LEAVE);
    (0..30).for_each(|_| room.step());
    let again = Simulation::resume(room.scenario.as_ref().clone(), self::room(), &room.save());
    let mut again = again.unwrap_or_else(|why| panic!("{why}"));
    room.step();
    again.step();
    assert_eq!(room.save(), again.save(), "areas");
    // Damaged states are refused or go on, but never panic.
    let bytes = whole.director.to_bytes();
    for cut in (0..bytes.len()).step_by(97) {
        assert!(
            Director::from_bytes(&bytes[..cut], whole.scenario.clone(), whole.stage.clone()).is_err(),
            "{cut}"
        );
    }
}

#[test]
fn characters_with_parameters_of_their_own_come_in_and_go_on_after_saving() {
    let (_, scenario, live) =
        examples().into_iter().find(|(name, ..)| *name == "no two alike").expect("it is an example");
    let mut whole = Simulation::new(scenario.clone(), live.clone()).unwrap_or_else(|why| panic!("{why:?}"));
    whole.step();
    assert_eq!(whole.crowd.len(), 120, "all at once");
    for _ in 0..350 {
        whole.step();
    }
    let mut second = Simulation::resume(scenario, live, &whole.save()).unwrap_or_else(|why| panic!("{why}"));
    for _ in 0..100 {
        whole.step();
        second.step();
    }
    assert!(whole.save() == second.save(), "after 10 s");
    assert!(whole.crowd.len() > 20, "somebody is still there: {}", whole.crowd.len());
}

#[test]
fn newcomers_find_room_for_the_gap_to_walls_that_they_will_have() {
    let more = LEAVE.replace("number = 10", "number = 30\ngroups = { 2 = 0.5 }");
    let mut simulation = simulation(&format!("wall_gap = {{ uniform = [0, 1] }}\n{more}"));
    simulation.step();
    // In a room this small half of all places are too near to a wall for somebody.
    assert!(simulation.crowd.len() > 15, "{}", simulation.crowd.len());
    assert_eq!(simulation.director.sources[0].refused, 0, "nobody is refused");
    let gaps: Vec<f32> = simulation.crowd.iter().map(|one| one.own().wall_gap()).collect();
    for (one, gap) in simulation.crowd.iter().zip(&gaps) {
        assert_eq!(one.wall_radius(), one.radius() + gap, "{one:?}");
    }
    assert!(gaps.iter().any(|&gap| gap < 0.3) && gaps.iter().any(|&gap| gap > 0.7), "{gaps:?}");
}

#[test]
fn what_does_not_fit_to_the_place_is_told() {
    let text = r#"
throng = 1
place = "room"
duration = 10
[profiles.adult]
[areas.moon]
rectangle = [[100, 100], [101, 101]]
[areas.upstairs]
layer = "grond"
rectangle = [[0, 0], [1, 1]]
[queues.wall]
line = [[7.5, 1], [9, 1]]
service = 1
[[agendas.stay]]
go = "moon"
[[sources]]
area = "upstairs"
number = 1
[[events]]
at = 1
open = 3
"#;
    let scenario = Scenario::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let problems = Simulation::new(scenario, room()).err().unwrap_or_default();
    let told: Vec<String> = problems.iter().map(ScenarioProblem::to_string).collect();
    let expected = [
        "nothing of this area is walkable",
        "did you mean \"ground\"?",
        "where one cannot walk",
        "no connection 3",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.contains(expected), "{told} / {expected}");
    }
}

/// The examples, with their places.
fn examples() -> Vec<(&'static str, Scenario, LiveMesh)> {
    let place = |name: &str, text: Option<&str>| {
        let scene = match text {
            Some(text) => throng_import::read_scene(text).scene,
            None => throng_import::place(name).expect("it is built in"),
        };
        LiveMesh::build(&scene).expect("it is fine")
    };
    let texts = [
        ("room", include_str!("../../../../fixtures/scenarios/room.toml")),
        ("counter-flow", include_str!("../../../../fixtures/scenarios/counter-flow.toml")),
        ("concert", include_str!("../../../../fixtures/scenarios/concert.toml")),
        ("no two alike", include_str!("../../../../fixtures/scenarios/no-two-alike.toml")),
        ("station", include_str!("../../../../fixtures/scenarios/station.toml")),
        ("tower", include_str!("../../../../fixtures/scenarios/tower.toml")),
    ];
    let all = texts.into_iter().map(|(name, text)| {
        let scenario = Scenario::from_toml(text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        let live = match name {
            "room" => place("", Some(include_str!("../../../../fixtures/scenarios/room.json"))),
            "counter-flow" => place("", Some(include_str!("../../../../fixtures/scenarios/corridor.json"))),
            "concert" | "no two alike" => {
                place("", Some(include_str!("../../../../fixtures/scenarios/hall.json")))
            }
            _ => place(&scenario.place.name, None),
        };
        (name, scenario, live)
    });
    all.collect()
}

#[test]
fn examples_run_for_a_while() {
    for (name, scenario, live) in examples() {
        let mut simulation =
            Simulation::new(scenario, live).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        for _ in 0..400 {
            simulation.step();
        }
        simulation.crowd.check().unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(simulation.director.num_newcomers() > 15, "{name}: {}", simulation.director.num_newcomers());
        let actors = &simulation.director.actors;
        assert!(actors.keys().all(|&id| simulation.crowd.get(id).is_some()), "{name}: everybody is there");
        let blocked = simulation.crowd.iter().filter(|character| character.is_stuck()).count();
        assert!(
            blocked <= simulation.crowd.len() / 2,
            "{name}: {blocked} of {} are stuck",
            simulation.crowd.len()
        );
    }
}

/// On a flight of stairs people of a population are as slow as it says, unless the scenario knows better.
#[test]
fn stairs_slow_down() {
    const UP: &str = "positions = [[2, 1.5]]\n[[agendas.walk]]\ngo = { rectangle = [[25, 0], [30, 3]] }";
    const DOWN: &str = "positions = [[28, 1.5]]\n[[agendas.walk]]\ngo = { rectangle = [[0, 0], [5, 3]] }";
    let speed_along = |body: &str, way: &str| {
        // It rises by half a meter each meter.
        let mut flight = Layer::new("flight");
        flight.walkable.push(vec![[0.0, 0.0, 0.0], [30.0, 0.0, 15.0], [30.0, 3.0, 15.0], [0.0, 3.0, 0.0]]);
        let live = LiveMesh::build(&Scene::of_layer("flight", flight)).expect("it is fine");
        let text = format!(
            "throng = 1\nplace = \"flight\"\nduration = 9\n[profiles.adult]\npopulation = \"weidmann\"\n{body}\n[[sources]]\nnumber = 1\n{way}"
        );
        let scenario = Scenario::from_toml(&text).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut simulation =
            Simulation::new(scenario, live).unwrap_or_else(|problems| panic!("{problems:?}"));
        (0..60).for_each(|_| simulation.step());
        let one = simulation.crowd.iter().next().expect("somebody came");
        f64::from(one.velocity()[0].abs()) * 1.25f64.sqrt() / f64::from(one.speed())
    };
    let [up, down] = crate::population::Population::Weidmann.on_stairs();
    for (body, way, expected) in
        [("", UP, up), ("", DOWN, down), ("body = { stairs = { up = 0.9, down = 0.8 } }", DOWN, 0.8)]
    {
        let measured = speed_along(body, way);
        assert!((measured - expected).abs() < 0.02, "{body} {way}: {measured}, not {expected}");
    }
}

#[test]
fn whoever_is_released_is_nobodys_business() {
    let mut simulation = simulation(
        r#"
[areas.hall]
rectangle = [[9, 0], [13, 5]]
[queues.desk]
line = [[6.5, 2.5], [1.0, 2.5]]
service = 4
[exits.out]
rectangle = [[14, 0], [16, 5]]
capacity = 0.2
[[agendas.buy]]
queue = "desk"
[[agendas.buy]]
wait = 3
in = "hall"
[[agendas.buy]]
exit = "out"
[[sources]]
area = { rectangle = [[0, 0], [3, 5]] }
number = 12
"#,
    );
    let mut released = Vec::new();
    for step in 0..1200 {
        simulation.step();
        // Whatever they are doing just then.
        if step % 90 == 5
            && let Some((&id, _)) = simulation.director.actors.iter().nth(step / 90 % 3)
        {
            assert!(simulation.director.release(id), "it had an agenda");
            assert!(!simulation.director.release(id), "now it has none");
            let director = &simulation.director;
            let lists = director.queues.iter().flat_map(|queue| queue.coming.iter().chain(&queue.line));
            assert!(lists.into_iter().all(|(other, _)| *other != id), "a line");
            assert!(director.queues.iter().all(|queue| !queue.counters.contains(&Some(id))), "a counter");
            assert!(director.exits.iter().all(|exit| !exit.held.contains(&id)), "an exit");
            assert!(director.alarms.iter().all(|(_, other)| *other != id), "an alarm");
            let busy = |area: usize| {
                director.actors.values().filter(|actor| actor.doing.area() == Some(area)).count() as u32
            };
            assert!((0..director.busy_areas.len()).all(|area| director.busy_areas[area] == busy(area)));
            assert!(simulation.crowd.stop(id), "somebody else says what it does");
            released.push(id);
        }
    }
    let places: Vec<_> =
        released.iter().map(|&id| simulation.crowd.get(id).map(|own| own.conduct())).collect();
    assert!(released.len() > 4, "{released:?}");
    assert!(places.iter().all(|conduct| *conduct == Some(crate::Conduct::Stand)), "{places:?}");
    let director = &simulation.director;
    assert_eq!(director.num_present() + director.exit_counts()[0] as usize + released.len(), 12);
    // They are no part of what is saved, and what is saved goes on.
    let again = Simulation::resume(simulation.scenario.as_ref().clone(), room(), &simulation.save());
    let mut again = again.unwrap_or_else(|why| panic!("{why}"));
    for _ in 0..20 {
        simulation.step();
        again.step();
    }
    assert!(simulation.save() == again.save(), "the same bits");
}
