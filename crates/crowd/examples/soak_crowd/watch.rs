//! Whether everything is as it should be.

use std::collections::BTreeMap;

use throng_crowd::{CharacterId, Conduct, Crowd, CrowdEvent, Goal, StuckReason};
use throng_mesh::{NoRoute, Position};

use crate::town::Town;

/// Nobody moves farther in a step, whatever pushes. \[m\]
const FARTHEST: f64 = 1.0;

/// Whoever is stuck longer than this is told of in the end. \[s\]
const LONG: f64 = 120.0;

/// Whoever is not farther from where it was a minute ago hardly gets on. \[m\]
const NEARBY: f64 = 3.0;

/// Faults and stuck characters of a run.
pub(crate) struct Watch {
    name: String,
    pub(crate) faults: u64,
    before: Vec<(CharacterId, Position)>,
    /// Who is stuck, since when and why.
    stuck: BTreeMap<CharacterId, (f64, StuckReason)>,
    /// Who has no route, since when and why.
    blocked: BTreeMap<CharacterId, (f64, NoRoute)>,
    /// How long those were stuck that got free, by reason. \[s\]
    freed: BTreeMap<StuckReason, Vec<f64>>,
    arrivals: u64,
    blocks: u64,
    left: u64,
    /// Where everybody was at the last look, by id.
    places: BTreeMap<CharacterId, Position>,
    /// Who hardly gets on, and for how many looks.
    slow: BTreeMap<CharacterId, u32>,
}

impl Watch {
    pub(crate) fn new(name: &str, town: &Town) -> Self {
        let mut watch = Self {
            name: name.to_owned(),
            faults: 0,
            before: Vec::new(),
            stuck: BTreeMap::new(),
            blocked: BTreeMap::new(),
            freed: BTreeMap::new(),
            arrivals: 0,
            blocks: 0,
            left: 0,
            places: BTreeMap::new(),
            slow: BTreeMap::new(),
        };
        watch.look(&town.crowd);
        watch
    }

    /// Before a step, and after what changes.
    pub(crate) fn before(&mut self, crowd: &Crowd) {
        self.before.clear();
        self.before.extend(crowd.iter().map(|one| (one.id(), one.position())));
    }

    /// After a step.
    pub(crate) fn after(&mut self, crowd: &Crowd) {
        let (mesh, step, time) = (crowd.mesh(), crowd.num_steps(), crowd.time());
        let mut broken: Vec<String> = Vec::new();
        for &(id, from) in &self.before {
            let Some(one) = crowd.get(id) else { continue };
            let (to, velocity) = (one.position(), one.velocity());
            if !velocity.iter().all(|v| v.is_finite()) || !to.at.iter().all(|v| v.is_finite()) {
                broken.push(format!("{id:?} is no number: {to:?} {velocity:?}"));
                continue;
            }
            if mesh.locate(to, Some(one.cell())).is_none() {
                broken.push(format!("{id:?} is outside: {from:?} {to:?}"));
                continue;
            }
            if from == to {
                continue;
            }
            if distance(from.at, to.at) > FARTHEST {
                broken.push(format!("{id:?} jumps: {from:?} {to:?}"));
            }
            if !mesh.visible(from, to, Some(one.cell())).is_some_and(|line| line.visible) {
                broken.push(format!("{id:?} goes through a wall: {from:?} {to:?}"));
            }
        }
        if step % 100 == 0
            && let Err(fault) = crowd.check()
        {
            broken.push(fault);
        }
        self.faults += broken.len() as u64;
        for fault in broken {
            println!("FAULT step {step}: {fault}");
        }
        for event in crowd.events() {
            self.note(*event, time);
        }
    }

    fn note(&mut self, event: CrowdEvent, time: f64) {
        match event {
            CrowdEvent::Stuck { id, reason } => {
                self.stuck.insert(id, (time, reason));
            }
            CrowdEvent::Blocked { id, reason } => {
                self.blocked.insert(id, (time, reason));
                self.blocks += 1;
            }
            CrowdEvent::Freed(id) | CrowdEvent::Arrived(id) | CrowdEvent::Left(id) => {
                if let Some((since, reason)) = self.stuck.remove(&id) {
                    self.freed.entry(reason).or_default().push(time - since);
                }
                self.arrivals += u64::from(matches!(event, CrowdEvent::Arrived(_)));
                self.left += u64::from(matches!(event, CrowdEvent::Left(_)));
                if !matches!(event, CrowdEvent::Freed(_)) {
                    self.blocked.remove(&id);
                }
            }
            _ => {}
        }
    }

    /// Who hardly gets on, once a minute.
    fn look(&mut self, crowd: &Crowd) {
        let mut slow = BTreeMap::new();
        let mut places = BTreeMap::new();
        for one in crowd.iter().filter(|one| one.conduct() == Conduct::Walk) {
            let (id, position) = (one.id(), one.position());
            if self.places.get(&id).is_some_and(|before| {
                before.layer == position.layer && distance(before.at, position.at) < NEARBY
            }) {
                slow.insert(id, self.slow.get(&id).map_or(1, |looks| looks + 1));
            }
            places.insert(id, position);
        }
        (self.slow, self.places) = (slow, places);
    }

    /// A line now and then.
    pub(crate) fn progress(&mut self, town: &Town, seconds: f64) {
        let crowd = &town.crowd;
        // A group that was sent elsewhere begins anew without an event.
        self.stuck.retain(|&id, _| crowd.get(id).is_some_and(|one| one.is_stuck()));
        self.look(crowd);
        let long = |since: f64| crowd.time() - since > LONG;
        let [boxes, doors] = town.changed;
        println!(
            "{} {:.0} s: {} there, {} arrived, {} left, {boxes} boxes, {doors} doors; stuck {} ({} long), no farther than {NEARBY} m in a minute {} (twice {}), blocked {} times; {} faults; {:.2} us each, {seconds:.0} s in all",
            self.name,
            crowd.time(),
            crowd.len(),
            self.arrivals,
            self.left,
            self.stuck.len(),
            self.stuck.values().filter(|(since, _)| long(*since)).count(),
            self.slow.len(),
            self.slow.values().filter(|looks| **looks > 1).count(),
            self.blocks,
            self.faults,
            1e6 * seconds / (crowd.num_steps().max(1) as f64 * crowd.len().max(1) as f64),
        );
    }

    /// What became of those who were stuck.
    pub(crate) fn summary(&mut self, town: &Town) {
        let crowd = &town.crowd;
        println!("{}: stuck and got free, by reason", self.name);
        for (reason, seconds) in &mut self.freed {
            seconds.sort_unstable_by(f64::total_cmp);
            let [half, most] = [seconds[seconds.len() / 2], seconds[seconds.len() - 1]];
            println!(
                "  {reason}: {} times, half of them up to {half:.1} s, all up to {most:.1} s",
                seconds.len()
            );
        }
        let mut now: BTreeMap<StuckReason, Vec<CharacterId>> = BTreeMap::new();
        for (&id, &(_, reason)) in &self.stuck {
            now.entry(reason).or_default().push(id);
        }
        println!("{}: stuck at the end: {}", self.name, self.stuck.len());
        for (reason, ids) in now {
            let long = ids.iter().filter(|id| crowd.time() - self.stuck[id].0 > LONG).count();
            println!("  {reason}: {}, {long} of them for more than {LONG} s", ids.len());
            for &id in ids.iter().filter(|id| crowd.time() - self.stuck[id].0 > LONG).take(12) {
                print!("    {:.0} s ", crowd.time() - self.stuck[&id].0);
                tell(crowd, id);
            }
        }
        let slow = self.slow.iter().filter(|(id, looks)| **looks > 1 && !self.stuck.contains_key(id));
        let slow: Vec<_> = slow.collect();
        println!("{}: not stuck, and no farther in two minutes: {}", self.name, slow.len());
        for &(&id, looks) in slow.iter().take(12) {
            print!("    {looks} minutes ");
            tell(crowd, id);
        }
    }
}

/// A line about somebody.
pub(crate) fn tell(crowd: &Crowd, id: CharacterId) {
    let Some(one) = crowd.get(id) else { return };
    let profile = crowd.profile(one.profile());
    let at = one.position();
    let goal = match one.goal() {
        Some(Goal::Place(place)) => format!("({:.2}, {:.2}, {})", place.at[0], place.at[1], place.layer.0),
        _ => "nowhere".to_owned(),
    };
    let room = one.clearance() - one.wall_radius();
    let near = crowd.iter().filter(|other| {
        let there = other.position();
        there.layer == at.layer && distance(there.at, at.at) < 1.0
    });
    println!(
        "{} {} at ({:.3}, {:.3}, {}) room {room:.3} m, radius {:.2}, speed {:.2} of {:.2} m/s, to {goal}, group {:?}, {} within 1 m",
        id.0,
        profile.name,
        at.at[0],
        at.at[1],
        at.layer.0,
        one.radius(),
        distance([0.0; 2], one.velocity().map(f64::from)),
        one.speed(),
        one.group().map(|group| group.0),
        near.count() - 1,
    );
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    (x * x + y * y).sqrt()
}
