use throng_mesh::{Change, LayerId, LiveMesh, Obstacle, sample};

use super::*;
use crate::follow::{CorridorMap, Following};
use crate::neighbors::RANGE;
use crate::newcomer::Newcomer;
use crate::plane::sub;
use crate::profile::Profile;
use crate::random::{Purpose, Random};
use crate::view::MOST_NEIGHBORS;

fn profiles() -> Vec<Profile> {
    let following = Following::CorridorMap(CorridorMap::default());
    let wide = Profile { wall_gap: 0.9.into(), following, ..Profile::default() };
    vec![Profile::default(), Profile::thesis(), wide]
}

fn place() -> LiveMesh {
    LiveMesh::build(&sample::floors()).expect("it makes a mesh")
}

/// Many in a small place, who go to and fro over ramps.
fn crowd() -> Crowd {
    let mut crowd = Crowd::new(place(), 3);
    for profile in profiles() {
        crowd.add_profile(profile);
    }
    for who in 0..200 {
        let mut random = Random::new(3, Purpose::Source, who, 0);
        let mut somewhere = || {
            let at = [12.0 * random.unit(), 4.0 * random.unit()];
            Position::new(at, LayerId(random.below(3)))
        };
        let Ok(id) = crowd.add(Newcomer::new(somewhere(), ProfileId(0))) else { continue };
        let to = (0..).map(|_| somewhere()).find(|&to| crowd.mesh().clearance(to, None) > Some(0.3));
        crowd.send(id, Goal::Place(to.expect("there is room")));
    }
    assert!(crowd.len() > 20, "{}", crowd.len());
    crowd
}

/// Against looking at everybody where all were when neighbors were looked for: in even steps, before they moved.
#[test]
fn neighbors_are_the_nearest_in_sight() {
    let mut crowd = crowd();
    assert!(crowd.iter().all(|own| own.neighbors().next().is_none()), "before the first step");
    let mut seen = 0;
    for step in 0..40 {
        let before: Vec<(CharacterId, Position)> =
            crowd.iter().map(|own| (own.id(), own.position())).collect();
        crowd.step();
        if step % 2 == 1 {
            continue;
        }
        for &(id, position) in &before {
            let mut expected: Vec<(f32, CharacterId)> = Vec::new();
            for &(other, there) in before.iter().filter(|(other, _)| *other != id) {
                let [x, y] = sub(crowd.index.local(there.at), crowd.index.local(position.at));
                let is_seen = crowd.mesh().visible(position, there, None).is_some_and(|line| line.visible);
                if is_seen && x * x + y * y <= RANGE * RANGE {
                    expected.push((x * x + y * y, other));
                }
            }
            expected.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let found: Vec<CharacterId> = crowd.get(id).expect("it is there").neighbors().collect();
            // Lines that touch corners may be decided either way.
            let expected: Vec<CharacterId> =
                expected.into_iter().map(|(_, id)| id).take(MOST_NEIGHBORS).collect();
            seen += usize::from(found == expected);
        }
    }
    assert!(seen * 100 > 97 * 20 * crowd.len(), "{seen} of {}", 20 * crowd.len());
}

#[test]
fn neighbors_are_told_only_while_they_are_known() {
    let all = |crowd: &Crowd| -> Vec<Vec<CharacterId>> {
        crowd.iter().map(|own| own.neighbors().collect()).collect()
    };
    let is_known = |crowd: &Crowd| all(crowd).iter().any(|own| !own.is_empty());
    let mut crowd = crowd();
    for step in 1..=36 {
        crowd.step();
        assert!(is_known(&crowd), "step {step}");
        let again = Crowd::resume(place(), profiles(), &crowd.save()).expect("it goes on");
        if step % 2 == 1 {
            assert_eq!(all(&again), all(&crowd), "step {step}");
        } else {
            assert!(!is_known(&again), "they are looked for in the next step");
        }
    }
    // Whoever comes is at the end of the rows, and whoever goes does so in the next step.
    let known = all(&crowd);
    let at = Position::new([0.3, 3.7], LayerId(0));
    let new = (0..40).find_map(|k| {
        let at = Position::new([at.at[0] + 0.1 * f64::from(k), at.at[1]], at.layer);
        crowd.add(Newcomer::new(at, ProfileId(0))).ok()
    });
    let new = new.expect("there is room somewhere");
    assert_eq!(crowd.get(new).expect("it is there").neighbors().count(), 0, "it has not looked yet");
    assert_eq!(&all(&crowd)[..known.len()], &known[..], "the others mind whom they minded");
    crowd.remove(CharacterId(0));
    assert_eq!(&all(&crowd)[..known.len()], &known[..], "it is still there");
    crowd.step();
    assert!(is_known(&crowd) && all(&crowd).iter().flatten().all(|id| id.0 != 0), "it has gone");
    crowd.change(&[Change::Insert(Obstacle::new(LayerId(0), vec![[5.0, 3.0]]))]).expect("it makes sense");
    assert!(!is_known(&crowd), "who knows who is in sight now");
}

#[test]
fn routes_lead_to_goals() {
    let mut crowd = crowd();
    let own = crowd.get(CharacterId(0)).expect("it is there");
    assert!(own.route().is_empty() && own.attraction().is_none(), "nothing was planned yet");
    for _ in 0..60 {
        crowd.step();
        for own in crowd.iter() {
            let route = own.route();
            let (Some(&first), Some(&last)) = (route.first(), route.last()) else {
                assert_eq!(own.attraction(), None, "it has no route");
                continue;
            };
            let away = |a: Position, b: Position| {
                let [x, y] = [a.at[0] - b.at[0], a.at[1] - b.at[1]];
                (x * x + y * y).sqrt()
            };
            let Some(&Goal::Place(to)) = own.goal() else { panic!("it goes to a place") };
            assert!(away(last, to) < 0.02 && last.layer == to.layer, "{last:?}, not {to:?}");
            assert!(away(first, own.position()) < 2.0, "{first:?} is far from {:?}", own.position());
            let attraction = own.attraction().expect("it has a route");
            let on = route.windows(2).any(|pair| {
                let sum = away(pair[0], attraction) + away(attraction, pair[1]);
                sum - away(pair[0], pair[1]) < 1e-6
            });
            assert!(on || away(attraction, first) < 1e-6, "{attraction:?} is not on {route:?}");
        }
    }
    crowd.stop(CharacterId(0));
    let own = crowd.get(CharacterId(0)).expect("it is there");
    assert!(own.route().is_empty() && own.attraction().is_none(), "it stands");
}

#[test]
fn another_profile_changes_what_it_says_and_nothing_else() {
    let mut crowd = crowd();
    (0..7).for_each(|_| crowd.step());
    let here = CharacterId(1);
    assert!(!crowd.set_profile(CharacterId(999), ProfileId(1)), "there is no such character");
    assert!(!crowd.set_profile(here, ProfileId(3)), "there is no such profile");
    let before = crowd.save();
    let tight: Vec<CharacterId> =
        crowd.iter().filter(|own| own.clearance() < 1.0).map(|own| own.id()).collect();
    assert!(tight.iter().all(|&id| !crowd.set_profile(id, ProfileId(2))), "too near to a wall");
    assert!(!tight.is_empty() && crowd.save() == before, "nothing has changed");
    for id in (0..crowd.all.num_ids()).map(CharacterId) {
        let Some(own) = crowd.get(id) else { continue };
        let (radius, speed, position, clearance) =
            (own.radius(), own.speed(), own.position(), own.clearance());
        let profile = ProfileId(if clearance > 1.2 { 2 } else { 1 });
        let fits = clearance >= radius + crowd.profile(profile).of(crowd.seed(), id).wall_gap();
        assert!(crowd.set_profile(id, profile) || !fits, "character {}", id.0);
        let own = crowd.get(id).expect("it is there");
        assert_eq!((own.radius(), own.speed(), own.position()), (radius, speed, position));
        if fits {
            assert_eq!(own.profile(), profile);
            assert_eq!(own.wall_radius(), radius + own.own().wall_gap(), "as if it had come with it");
        }
    }
    // Saved and resumed right after, and in the middle.
    for steps in [0, 1, 8] {
        (0..steps).for_each(|_| crowd.step());
        let mut again = Crowd::resume(place(), profiles(), &crowd.save()).expect("it goes on");
        (0..30).for_each(|_| again.step());
        let saved = crowd.save();
        (0..30).for_each(|_| crowd.step());
        assert!(crowd.save() == again.save(), "after {steps} steps");
        crowd = Crowd::resume(place(), profiles(), &saved).expect("it goes on");
        crowd.check().expect("everybody is where it can be");
    }
}
