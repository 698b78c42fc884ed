//! Scenarios that are right, wrong, and damaged.

use super::*;
use crate::distribution::Distribution;
use crate::random::{Purpose, Random};

const ROOM: &str = r#"
throng = 1
name = "a room"
place = "room.json"
duration = 60.0

[profiles.adult]
speed = { normal = [1.34, 0.26], from = 0.5, to = 2.0 }

[areas.room]
rectangle = [[0, 0], [8, 5]]

[exits.main]
polygon = [[10, 2], [11, 2], [11, 3]]
capacity = 1.3

[[agendas.leave]]
wait = { uniform = [0, 10] }
[[agendas.leave]]
exit = "main"

[[sources]]
area = "room"
number = 20
"#;

/// `line:column place: what`
fn problems(text: &str) -> Vec<String> {
    let told = Scenario::from_toml(text).err().unwrap_or_default();
    told.iter().map(|p| format!("{}:{} {p}", p.spot.line, p.spot.column)).collect()
}

#[test]
fn a_plain_scenario_is_read() {
    let scenario = Scenario::from_toml(ROOM).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!((scenario.name.as_str(), scenario.seed, scenario.duration), ("a room", 1, 60.0));
    assert_eq!(scenario.sources[0].coming, Coming::AtOnce(20), "at once");
    assert_eq!(scenario.sources[0].agendas, [(0, 1.0)], "the only agenda");
    assert_eq!(scenario.exits[0].capacity, Some(1.3), "capacity");
    assert_eq!(scenario.tasks.len(), 2, "tasks");
    assert!(scenario.tasks[1].last && !scenario.tasks[0].last, "the last one");
}

#[test]
fn all_problems_are_told_at_once_with_their_places() {
    let text = ROOM
        .replace("duration = 60.0", "duration = \"long\"\nsede = 3")
        .replace("rectangle", "rectangel")
        .replace("exit = \"main\"", "exit = \"mian\"")
        .replace("to = 2.0", "to = 0.2")
        .replace("number = 20", "number = 20\ntimetable = [[5, 3]]");
    let told = problems(&text);
    let expected = [
        "5:12 duration: a number is wanted, and this is a text; write a number",
        "6:1 sede: unknown key; did you mean \"seed\"?",
        "9:20 [profiles.adult.speed] normal: the range goes from 0.5 to 0.2; it must not go down; look at its numbers",
        "11:1 [areas.room]: one of \"rectangle\", \"polygon\", \"disc\" is missing; add one of them",
        "12:1 [areas.room] rectangel: unknown key; did you mean \"rectangle\"?",
        "21:8 [agendas.leave 2] exit: there is no exit \"mian\"; did you mean \"main\"?",
        "26:13 [sources 1] timetable: the timetable has numbers of its own; remove \"number\"",
    ];
    assert_eq!(told, expected, "{}", told.join("\n"));
}

/// All parameters that a profile takes distributions for.
const VARIOUS: &str = r#"[profiles.adult]
wall_gap = { uniform = [0, 0.1] }
route = { side = { uniform = [0.2, 0.8] }, clearance = { normal = [0.4, 0.2] }, density_weight = { among = [0, [5, 0.5]] }, viewing = { exponential = 40 }, review = { uniform = [5, 15] }, notice = { weibull = [2, 30] } }
body = { relaxation = { lognormal = [-0.7, 0.3], from = 0.1, to = 2 }, acceleration = { table = [[0, 1], [1, 6]] } }
headway = { time = { normal = [0.75, 0.2], from = 0.3 } }
"#;

#[test]
fn parameters_are_numbers_or_distributions() {
    let read = |text: &str| {
        let scenario = Scenario::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
        scenario.profiles[0].profile.clone()
    };
    let own = read(&ROOM.replace("[profiles.adult]\n", VARIOUS));
    assert_eq!(own.wall_gap, Distribution::Uniform { from: 0.0, to: 0.1 }, "gap");
    assert_eq!(own.route.side, Some(Distribution::Uniform { from: 0.2, to: 0.8 }), "side");
    // Ends that are not given are those of what makes sense.
    let clearance = Distribution::Normal { mean: 0.4, deviation: 0.2, from: 0.0, to: 100.0 };
    assert_eq!(own.route.clearance, clearance, "clearance");
    assert_eq!(own.route.density_weight.bounds(), [0.0, 5.0], "weight");
    assert_eq!(own.route.viewing, Distribution::Exponential { mean: 40.0 }, "viewing");
    assert_eq!(own.route.review, Some(Distribution::Uniform { from: 5.0, to: 15.0 }), "review");
    assert_eq!(own.route.notice, Distribution::Weibull { shape: 2.0, scale: 30.0 }, "notice");
    assert_eq!(own.body.relaxation.bounds(), [0.1, 2.0], "relaxation");
    assert_eq!(own.body.acceleration, Distribution::Table(vec![[0.0, 1.0], [1.0, 6.0]]), "acceleration");
    let time = Distribution::Normal { mean: 0.75, deviation: 0.2, from: 0.3, to: 10.0 };
    assert_eq!(own.headway.map(|headway| headway.time), Some(time), "time");

    let numbers = "[profiles.adult]\nwall_gap = 0.1\nbody = { relaxation = 1, acceleration = 2 }\nheadway.time = 0.6\n\
        route = { clearance = 0.5, side = 0.7, density_weight = 3, viewing = 20, review = 9, notice = 4 }\n";
    let own = read(&ROOM.replace("[profiles.adult]\n", numbers));
    let own = own.of(1, crate::CharacterId(7));
    assert_eq!((own.wall_gap(), own.clearance(), own.side()), (0.1, 0.5, Some(0.7)), "where it walks");
    assert_eq!((own.density_weight(), own.viewing(), own.review()), (3.0, 20.0, Some(9.0)), "crowds");
    assert_eq!((own.notice(), own.relaxation(), own.acceleration()), (4.0, 1.0, 2.0), "body");
    assert_eq!(own.time_gap(), Some(0.6), "time");
    let never =
        ROOM.replace("[profiles.adult]\n", "[profiles.adult]\nlike = \"thesis\"\nroute.review = false\n");
    assert_eq!(read(&never).route.review, None, "never");
}

#[test]
fn parameters_that_make_no_sense_are_told() {
    let cases = [
        (
            "{ uniform = [0, 0.1] }",
            "{ uniform = [-0.1, 0.1] }",
            "8:24 [profiles.adult.wall_gap] uniform: its values go from -0.1 to 0.1; here, they must be from 0 to 1",
        ),
        (
            "{ uniform = [0, 0.1] }",
            "{ exponential = 0.1 }",
            "8:28 [profiles.adult.wall_gap] exponential: its values go from 0 to inf; here, they must be from 0 to 1",
        ),
        (
            "{ uniform = [0, 0.1] }",
            "\"wide\"",
            "8:12 [profiles.adult] wall_gap: a number or a distribution, such as { normal = [1.34, 0.26], from = 0.5, to = 2.0 }, is wanted, and this is a text",
        ),
        (
            "{ uniform = [0.2, 0.8] }",
            "1.5",
            "9:18 [profiles.adult.route] side: 1.5 is out of range; write a number from 0 to 1",
        ),
        (
            "side =",
            "kind = \"left\", side =",
            "9:33 [profiles.adult.route] side: the kind says where routes are; remove one of the two",
        ),
        (
            "side =",
            "varied = true, side =",
            "9:33 [profiles.adult.route] side: with \"varied\" sides are random; remove one of the two",
        ),
        (
            "[0.4, 0.2]",
            "[0.4, 0.2], from = -1",
            "9:67 [profiles.adult.route.clearance] normal: its values go from -1 to 100; here, they must be from 0 to 100",
        ),
        (
            "[0, [5, 0.5]]",
            "[0, [-5, 0.5]]",
            "9:108 [profiles.adult.route.density_weight] among: its values go from -5 to 0; here, they must be from 0 to 1000000",
        ),
        (
            "{ exponential = 40 }",
            "{ exponential = -40 }",
            "9:151 [profiles.adult.route.viewing] exponential: the mean is -40; it must be above zero; look at its numbers",
        ),
        (
            "{ uniform = [5, 15] }",
            "{ uniform = [0, 15] }",
            "9:178 [profiles.adult.route.review] uniform: its values go from 0 to 15; here, they must be from 0.1 to 1000000000",
        ),
        (
            "{ uniform = [5, 15] }",
            "true",
            "9:166 [profiles.adult.route] review: it does not say after how long; write a number of seconds, or false for never",
        ),
        (
            "{ weibull = [2, 30] }",
            "-3",
            "9:198 [profiles.adult.route] notice: -3 is out of range; write a number from 0 to 1000000000",
        ),
        (
            "from = 0.1, to = 2",
            "from = 0, to = 2",
            "10:37 [profiles.adult.body.relaxation] lognormal: its values go from 0 to 2; here, they must be from 0.01 to 10",
        ),
        (
            "[[0, 1], [1, 6]]",
            "[[0, 1], [1, 6000]]",
            "10:97 [profiles.adult.body.acceleration] table: its values go from 1 to 6000; here, they must be from 0.1 to 100",
        ),
        (
            "from = 0.3 }",
            "form = 0.3 }",
            "11:44 [profiles.adult.headway.time] form: unknown key; did you mean \"from\"?",
        ),
    ];
    for (right, wrong, expected) in cases {
        let text = VARIOUS.replacen(right, wrong, 1);
        assert_ne!(text, VARIOUS, "{right} is there");
        let told = problems(&ROOM.replace("[profiles.adult]\n", &text));
        assert!(told.len() == 1 && told[0].starts_with(expected), "{wrong}:\n{told:#?}\n{expected}");
    }
}

#[test]
fn what_is_no_toml_is_told_with_its_line() {
    let told = problems("throng = 1\nname = \"open\nduration = = 3\n");
    assert!(told.len() >= 2 && told[0].starts_with("2:"), "{told:?}");
    assert!(told.iter().any(|t| t.starts_with("3:")), "{told:?}");
}

#[test]
fn an_empty_text_says_what_is_needed() {
    let told = problems("").join("\n");
    for word in ["throng", "place", "duration", "sources"] {
        assert!(told.contains(word), "{word}: {told}");
    }
}

#[test]
fn jumps_know_labels_of_their_own_agenda_and_of_others() {
    let text = ROOM.to_owned()
        + r#"
[[agendas.stroll]]
label = "again"
go = { weights = { room = 1.0 } }
[[agendas.stroll]]
jump = "again"
when = { times = 3, before = 50, density_below = ["room", 2.0], chance = 0.5 }
[[agendas.stroll]]
jump = { weights = { leave = 1, "leave.nowhere" = 2 } }
"#;
    let text = text.replace("number = 20", "number = 20\nagenda = { leave = 1, stroll = 3 }");
    let told = problems(&text);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("no agenda or label \"leave.nowhere\""), "{told:?}");
    let right = text.replace("\"leave.nowhere\" = 2", "start = 2");
    let scenario = Scenario::from_toml(&right).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(scenario.tasks[3].action, Action::Jump(Choice::Only(2)), "again");
    assert_eq!(scenario.tasks[4].action, Action::Jump(Choice::Weights(vec![(0, 1.0), (2, 2.0)])), "weights");
    assert_eq!(scenario.tasks[3].when.len(), 4, "conditions");
}

#[test]
fn damaged_texts_are_refused_without_a_panic() {
    let texts = [ROOM, include_str!("../../../../fixtures/scenarios/concert.toml")];
    for (index, text) in texts.iter().enumerate() {
        for round in 0..3_000u32 {
            let mut random = Random::new(index as u64, Purpose::Noise, round, 0);
            let damaged = damage(text, &mut random);
            if let Err(problems) = Scenario::from_toml(&damaged) {
                assert!(!problems.is_empty(), "a refusal without a reason:\n{damaged}");
                let lines = damaged.lines().count() as u32 + 1;
                for problem in &problems {
                    let Spot { line, column, .. } = problem.spot;
                    assert!((1..=lines).contains(&line) && column >= 1, "{problem}\n{damaged}");
                }
            }
        }
    }
}

/// Cuts, doubles and swaps pieces, and puts in letters that mean something.
fn damage(text: &str, random: &mut Random) -> String {
    const LETTERS: &[&str] = &[
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        "\n",
        "#",
        ".",
        "-",
        "1e999",
        "nan",
        "0",
        "\u{e9}",
        "\0",
        "'",
        "\\",
        ",",
        "99999999999999999999",
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(letters.len() as u32 + 1) as usize;
        let until = (at + random.below(30) as usize).min(letters.len());
        match random.below(5) {
            0 => drop(letters.drain(at..until)),
            1 => letters.truncate(at),
            2 => {
                let piece: Vec<char> = letters[at..until].to_vec();
                let to = random.below(letters.len() as u32 + 1) as usize;
                letters.splice(to..to, piece);
            }
            3 => {
                let piece = LETTERS[random.below(LETTERS.len() as u32) as usize];
                letters.splice(at..at, piece.chars());
            }
            _ => {
                let piece = LETTERS[random.below(LETTERS.len() as u32) as usize];
                letters.splice(at..(at + 1).min(letters.len()), piece.chars());
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn the_page_is_right() {
    let page = include_str!("../../../../docs/scenarios.md");
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 4, "{} blocks", blocks.len());
    // A block that is no scenario of its own is put into one that has what it refers to.
    let rest = r#"
throng = 1
place = "somewhere"
duration = 10
[[sources]]
area = { rectangle = [[0, 0], [1, 1]] }
number = 1
agenda = "leave"
profile = "anybody"
[profiles.anybody]
[exits.main]
disc = [1, 1, 1]
[exits.side]
disc = [1, 1, 1]
[[agendas.leave]]
exit = "main"
"#;
    for block in blocks {
        let text = match block {
            whole if whole.contains("throng = 1") => whole.to_owned(),
            areas if areas.contains("[areas]") => format!("{rest}{areas}"),
            part => format!("{rest}[areas]\nnorth.disc = [1, 1, 1]\nsouth.disc = [2, 2, 1]\n{part}"),
        };
        let told = problems(&text);
        assert!(told.is_empty(), "{told:#?}\n{text}");
    }
}
