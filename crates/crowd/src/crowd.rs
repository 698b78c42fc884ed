//! A crowd: characters on a mesh that may change, step by step.

use throng_mesh::{CellId, Change, Event, Ground, LiveMesh, Mesh, ObstacleId, Occupancy, Position, Refused};

use crate::characters::{Characters, Row};
use crate::conduct::{Conduct, Need};
use crate::crowding::Shared;
use crate::doors::Doors;
use crate::event::CrowdEvent;
use crate::goal::Goal;
use crate::id::{CharacterId, ProfileId};
use crate::index::Index;
use crate::newcomer::{Newcomer, NotAdded};
use crate::pace::Terrain;
use crate::plan::Planners;
use crate::plane::Vector;
use crate::profile::{Profile, Traits};
use crate::step::Passes;
use crate::together::Group;

/// Length of a step. \[s\]
pub const STEP: f64 = 0.1;

/// Characters in motion on a mesh that may change.
///
/// ```
/// use throng_crowd::{Crowd, CrowdEvent, Goal, Newcomer, Profile, Traits};
/// use throng_mesh::{LayerId, LiveMesh, Position, sample};
///
/// let mut crowd = Crowd::new(LiveMesh::build(&sample::field(4, 1))?, 1);
/// let adult = crowd.add_profile(Profile::default());
/// let [from, to] = [[1.0, 1.0], [38.0, 38.0]].map(|at| Position::new(at, LayerId(0)));
/// let id = crowd.add(Newcomer { traits: Traits { radius: 0.2, speed: 1.4 }, ..Newcomer::new(from, adult) })?;
/// crowd.send(id, Goal::Place(to));
/// while !crowd.events().contains(&CrowdEvent::Arrived(id)) {
///     crowd.step();
///     assert!(crowd.time() < 60.0, "it is some 52 m");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Crowd {
    pub(crate) live: LiveMesh,
    /// Cells of the mesh before anything changed.
    pub(crate) cells_at_first: usize,
    /// All changes that the mesh went through: replayed, they make the same mesh again.
    pub(crate) history: Vec<Vec<Change>>,
    pub(crate) profiles: Vec<Profile>,
    /// For each profile what the ground costs, if it minds.
    pub(crate) grounds: Vec<Option<Ground>>,
    pub(crate) seed: u64,
    pub(crate) steps: u64,
    pub(crate) all: Characters,
    pub(crate) leaving: Vec<CharacterId>,
    pub(crate) groups: Vec<Group>,
    pub(crate) occupancy: Occupancy,
    pub(crate) index: Index,
    /// Whether everybody's neighbors are known, by the present order of the index.
    pub(crate) has_neighbors: bool,
    pub(crate) doors: Doors,
    pub(crate) terrain: Terrain,
    pub(crate) planners: Planners,
    /// By profile, if it is worth it at the moment; empty if it is for none.
    pub(crate) shared: Vec<Option<Shared>>,
    pub(crate) passes: Passes,
    /// What happened in the last step.
    pub(crate) events: Vec<CrowdEvent>,
    /// What has happened since.
    pub(crate) news: Vec<CrowdEvent>,
}

impl Crowd {
    /// Nobody yet. The same seed gives the same bits.
    pub fn new(live: LiveMesh, seed: u64) -> Self {
        let mesh = live.mesh();
        mesh.prepare();
        let index = Index::new(mesh);
        Self {
            cells_at_first: mesh.num_cells(),
            history: Vec::new(),
            profiles: Vec::new(),
            grounds: Vec::new(),
            seed,
            steps: 0,
            all: Characters::default(),
            leaving: Vec::new(),
            groups: Vec::new(),
            occupancy: Occupancy::new(mesh),
            doors: Doors::new(mesh, &index),
            terrain: Terrain::new(mesh),
            index,
            has_neighbors: false,
            planners: Planners::default(),
            shared: Vec::new(),
            passes: Passes::default(),
            events: Vec::new(),
            news: Vec::new(),
            live,
        }
    }

    /// Adds a profile.
    ///
    /// # Panics
    /// If there are 65,536 of them already.
    pub fn add_profile(&mut self, profile: Profile) -> ProfileId {
        let id = u16::try_from(self.profiles.len()).expect("there are not that many profiles");
        let weights = profile.route.weights.as_ref();
        self.grounds.push(weights.and_then(|weights| Ground::new(self.live.mesh(), weights).ok()));
        self.profiles.push(profile);
        ProfileId(id)
    }

    /// A profile.
    ///
    /// # Panics
    /// If there is no such profile.
    pub fn profile(&self, id: ProfileId) -> &Profile {
        &self.profiles[id.index()]
    }

    /// How many profiles there are.
    pub fn num_profiles(&self) -> usize {
        self.profiles.len()
    }

    /// Adds a character. It stands until it is told where to go.
    ///
    /// # Errors
    /// If it cannot be there.
    pub fn add(&mut self, newcomer: Newcomer) -> Result<CharacterId, NotAdded> {
        let Newcomer { position, profile, traits: Traits { radius, speed }, group, heading } = newcomer;
        let own = self.profiles.get(profile.index()).ok_or(NotAdded::NoProfile(profile))?;
        if let Some(group) = group.filter(|group| group.0 as usize >= self.groups.len()) {
            return Err(NotAdded::NoGroup(group));
        }
        if !(radius > 0.0 && radius <= MOST_RADIUS) {
            return Err(NotAdded::Senseless { what: "a radius", value: f64::from(radius) });
        }
        if !(speed > 0.0 && speed <= MOST_SPEED) {
            return Err(NotAdded::Senseless { what: "a speed", value: f64::from(speed) });
        }
        let id = CharacterId(self.all.num_ids());
        let wall_radius = radius + own.of(self.seed, id).wall_gap();
        if wall_radius.is_nan() || wall_radius <= 0.0 {
            return Err(NotAdded::Senseless { what: "a radius toward walls", value: f64::from(wall_radius) });
        }
        let nearest = self.live.mesh().nearest(position, None).ok_or(NotAdded::Outside { at: position })?;
        if nearest.distance < f64::from(wall_radius) - TOUCHING {
            let clearance = nearest.distance;
            return Err(NotAdded::NoRoom { radius: f64::from(wall_radius), clearance });
        }
        if let Some(other) = self.who_is_at(position, radius) {
            return Err(NotAdded::Occupied(other));
        }
        let row = Row {
            profile,
            group,
            radius,
            wall_radius,
            speed,
            position,
            cell: nearest.cell,
            clearance: nearest.distance as f32,
            heading,
        };
        let id = self.all.push(row);
        if let Some(group) = group {
            self.groups[group.0 as usize].members.push(id);
        }
        self.occupancy.enter(nearest.cell, f64::from(radius));
        self.news.push(CrowdEvent::Entered(id));
        Ok(id)
    }

    /// Takes a character out, at the beginning of the next step. False if it is not there.
    pub fn remove(&mut self, id: CharacterId) -> bool {
        let is_here = self.all.row(id).is_some() && !self.leaving.contains(&id);
        if is_here {
            self.leaving.push(id);
        }
        is_here
    }

    /// Sends a character somewhere. False if it is not there.
    pub fn send(&mut self, id: CharacterId, goal: Goal) -> bool {
        let Some(row) = self.all.row(id) else { return false };
        let plan = &mut self.all.plan[row];
        plan.target = match &goal {
            Goal::Place(place) => *place,
            Goal::Area(area) => Position::new(area.middle(), area.layer),
        };
        plan.need = Need::Missing;
        plan.has_target = false;
        plan.failures = 0;
        plan.begin_anew(self.index.local(self.all.position[row].at), self.steps as u32);
        self.all.goal[row] = Some(goal);
        self.all.conduct[row] = Conduct::Walk;
        self.all.trail[row] = None;
        self.all.detour[row] = None;
        true
    }

    /// Lets a character stand where it is. False if it is not there.
    pub fn stop(&mut self, id: CharacterId) -> bool {
        self.conduct(id, Conduct::Stand)
    }

    /// Steers a character: it would like to move like this from now on. \[m/s\] False if it is not there, or if a number is none.
    pub fn steer(&mut self, id: CharacterId, velocity: Vector) -> bool {
        velocity.iter().all(|v| v.is_finite()) && self.conduct(id, Conduct::Steered(velocity))
    }

    /// Lets a character walk at a multiple of its speed from now on. False if it is not there, or if the number makes no sense.
    pub fn hasten(&mut self, id: CharacterId, haste: f32) -> bool {
        let row = self.all.row(id).filter(|_| (0.0..=10.0).contains(&haste));
        row.map(|row| self.all.haste[row] = haste).is_some()
    }

    /// Gives a character another profile. It keeps its radius and speed, gets the gap to walls that it has by the new profile, and plans its route
    /// again. False if there is no such character or profile, or if with that gap it would not fit where it is.
    pub fn set_profile(&mut self, id: CharacterId, profile: ProfileId) -> bool {
        let (Some(row), Some(new)) = (self.all.row(id), self.profiles.get(profile.index())) else {
            return false;
        };
        let wall_radius = self.all.radius[row] + new.of(self.seed, id).wall_gap();
        let fits = f64::from(wall_radius) <= f64::from(self.all.clearance[row]) + TOUCHING;
        if !(wall_radius > 0.0 && fits) {
            return false;
        }
        self.all.profile[row] = profile;
        self.all.wall_radius[row] = wall_radius;
        if self.all.conduct[row] == Conduct::Walk {
            // Ways to follow a route differ in what they need to know of it.
            self.all.plan[row].need = Need::Missing;
            self.all.trail[row] = None;
        }
        true
    }

    /// Lets a character plan its route again soon. False if it is not there.
    pub fn reconsider(&mut self, id: CharacterId) -> bool {
        let row = self.all.row(id);
        row.map(|row| self.all.plan[row].need = self.all.plan[row].need.max(Need::Changed)).is_some()
    }

    fn conduct(&mut self, id: CharacterId, conduct: Conduct) -> bool {
        let Some(row) = self.all.row(id) else { return false };
        self.all.conduct[row] = conduct;
        self.all.goal[row] = None;
        self.all.plan[row].need = Need::None;
        self.all.trail[row] = None;
        self.all.detour[row] = None;
        true
    }

    /// Changes the place: doors, obstacles. Whoever sees it thinks again; whoever stands where an obstacle comes is moved out.
    ///
    /// # Errors
    /// If a change makes no sense. Then nothing has changed.
    pub fn change(&mut self, changes: &[Change]) -> Result<(Vec<ObstacleId>, Event), Refused> {
        let (ids, event) = self.live.apply(changes)?;
        self.history.push(changes.to_vec());
        self.live.mesh().prepare();
        self.shared.clear();
        self.has_neighbors = false;
        self.doors = Doors::new(self.live.mesh(), &self.index);
        let mut came = ids.iter();
        for change in changes {
            self.news.extend(match change {
                Change::Insert(_) => came.next().map(|&id| CrowdEvent::Appeared(id)),
                Change::Remove(id) => Some(CrowdEvent::Vanished(*id)),
                Change::Open(id) => Some(CrowdEvent::Opened(*id)),
                Change::Close(id) => Some(CrowdEvent::Closed(*id)),
            });
        }
        self.stand_on_new_ground(&event);
        self.tell_witnesses(&event);
        Ok((ids, event))
    }

    /// Everybody gets a cell of the mesh as it is now.
    fn stand_on_new_ground(&mut self, event: &Event) {
        let mesh = self.live.mesh();
        let mut cells: Vec<Option<CellId>> = self.all.cell.iter().map(|&cell| Some(cell)).collect();
        self.occupancy.on_event(mesh, event, &mut cells);
        for (row, cell) in cells.into_iter().enumerate() {
            self.all.walls[row].is_known = false;
            if cell.is_some() {
                continue;
            }
            let position = self.all.position[row];
            let here = mesh.nearest(position, None);
            let there = here.is_none().then(|| mesh.nearest_walkable(position)).flatten();
            let position = there.unwrap_or(position);
            let Some(nearest) = here.or_else(|| mesh.nearest(position, None)) else {
                // Nothing of its layer is walkable any more.
                self.leaving.push(self.all.id[row]);
                continue;
            };
            self.all.position[row] = position;
            self.all.cell[row] = nearest.cell;
            self.all.clearance[row] = nearest.distance as f32;
            self.occupancy.enter(nearest.cell, f64::from(self.all.radius[row]));
        }
    }

    /// Who is in a place, nearer than both radii together. \[m\]
    pub fn who_is_at(&mut self, position: Position, radius: f32) -> Option<CharacterId> {
        /// So many newcomers are looked at one by one; of a large crowd a small part, as sorting takes longer.
        const FEW: usize = 64;
        /// How far somebody may have gone since the index was made, and the largest radius. \[m\]
        const SLACK: f32 = 1.0 + MOST_RADIUS;
        if position.layer.0 as usize >= self.live.mesh().num_layers() {
            return None;
        }
        let few = FEW.max(self.index.who.len() / 32);
        if self.all.len() - self.index.who.len() > few {
            self.sort();
        }
        let overlaps = |&row: &usize| {
            let own = self.all.position[row];
            let [x, y] = [own.at[0] - position.at[0], own.at[1] - position.at[1]];
            let both = f64::from(radius + self.all.radius[row]);
            own.layer == position.layer && x * x + y * y < both * both
        };
        let at = self.index.local(position.at);
        let slots = self.index.around(position.layer, at, radius + SLACK).flatten();
        let known = slots.map(|slot| self.index.who[slot] as usize);
        let mut rows = known.chain(self.index.who.len()..self.all.len());
        rows.find(overlaps).map(|row| self.all.id[row])
    }

    /// Whether all arrays fit together, and everybody is in the cell that its row tells.
    ///
    /// # Errors
    /// What does not.
    pub fn check(&self) -> Result<(), String> {
        self.all.check()?;
        let mesh = self.live.mesh();
        for (row, (&position, &cell)) in self.all.position.iter().zip(&self.all.cell).enumerate() {
            let id = self.all.id[row];
            if !mesh.has_cell(cell) || mesh.locate(position, Some(cell)).is_none() {
                return Err(format!("character {} is outside of the walkable space", id.0));
            }
        }
        if self.occupancy.total() != self.all.len() as u64 {
            return Err(format!("{} are counted, and {} are there", self.occupancy.total(), self.all.len()));
        }
        Ok(())
    }

    /// What happened in the last step, and since the one before.
    pub fn events(&self) -> &[CrowdEvent] {
        &self.events
    }

    /// How many characters there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.all.len() == 0
    }

    /// How many steps were made.
    pub fn num_steps(&self) -> u64 {
        self.steps
    }

    /// The time since the beginning. \[s\]
    pub fn time(&self) -> f64 {
        self.steps as f64 * STEP
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The mesh as it is now.
    pub fn mesh(&self) -> &Mesh {
        self.live.mesh()
    }

    /// The mesh, and what came and went.
    pub fn live_mesh(&self) -> &LiveMesh {
        &self.live
    }

    /// How crowded it is.
    pub fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }
}

/// The largest radius of a character. \[m\]
pub(crate) const MOST_RADIUS: f32 = 1.0;

/// The largest speed of a character. \[m/s\]
pub(crate) const MOST_SPEED: f32 = 10.0;

/// A disc may be this much too near to a wall: touching one is fine, and rounding is not seen. \[m\]
const TOUCHING: f64 = 1e-4;
