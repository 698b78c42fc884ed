//! Recording a room to a file of trajectories, on a thread of its own: disks may be slower than crowds.
//!
//! The queue to that thread is short, so that a slow disk slows the room down rather than filling memory: a recording has every step.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use anyhow::{Context, Result, anyhow};
use throng_crowd::measure::Frame;
use throng_crowd::{CharacterId, Crowd, CrowdEvent, STEP};
use throng_import::write_scene;
use throng_mesh::Mesh;

use super::room::lock;
use super::show::Show;
use crate::simulate::{CharacterRow, TrajectoryFile};

/// Frames that wait to be written.
const WAITING: usize = 16;

/// Files that were recorded, by number.
static RECORDED: Mutex<BTreeMap<u32, PathBuf>> = Mutex::new(BTreeMap::new());

/// A room that is being recorded.
pub(super) struct Recorder {
    number: u32,
    file: PathBuf,
    jobs: SyncSender<Job>,
    thread: JoinHandle<Result<()>>,
    mesh: Arc<Mesh>,
    version: u64,
}

/// What is to be written.
enum Job {
    Character { id: CharacterId, profile: String, radius: f64, speed: f64, entered: f64 },
    Left(CharacterId, f64),
    Place(Arc<Mesh>),
    Frame(Arc<Mesh>, Frame),
}

/// A file that was recorded here.
pub(super) fn recorded(number: u32) -> Option<PathBuf> {
    lock(&RECORDED).get(&number).cloned()
}

impl Recorder {
    /// Starts a new file in a folder; files that are there stay.
    pub(super) fn start(folder: &Path, title: &str, show: &Show) -> Result<Self> {
        let name = |number: u32| folder.join(format!("recording-{number}.sqlite"));
        let is_free = |number: &u32| !name(*number).exists() && !lock(&RECORDED).contains_key(number);
        let number = (1..).find(is_free).context("there are too many recordings")?;
        let file = name(number);
        let crowd = show.crowd();
        let mesh = Arc::new(crowd.mesh().clone());
        let mut out = TrajectoryFile::create(&file, &mesh, 1.0 / STEP)?;
        out.set_info("scenario", title)?;
        out.set_info("seed", &crowd.seed().to_string())?;
        out.set_info("scene", &write_scene(crowd.live_mesh().scene()))?;
        let (jobs, todo) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name(format!("recording {number}"));
        let thread = thread.spawn(move || write(out, &todo)).context("cannot start a thread")?;
        let version = mesh.version();
        let mut recorder = Self { number, file, jobs, thread, mesh, version };
        for who in crowd.iter() {
            recorder.enter(crowd, who.id())?;
        }
        recorder.frame(crowd)?;
        Ok(recorder)
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// One more step.
    pub(super) fn add(&mut self, crowd: &Crowd) -> Result<()> {
        for event in crowd.events() {
            match event {
                CrowdEvent::Entered(id) => self.enter(crowd, *id)?,
                CrowdEvent::Left(id) => self.send(Job::Left(*id, crowd.time()))?,
                _ => {}
            }
        }
        if crowd.mesh().version() != self.version {
            self.version = crowd.mesh().version();
            self.mesh = Arc::new(crowd.mesh().clone());
            self.send(Job::Place(self.mesh.clone()))?;
        }
        self.frame(crowd)
    }

    /// Ends the file.
    pub(super) fn finish(self) -> Result<()> {
        let Self { number, file, jobs, thread, .. } = self;
        drop(jobs);
        thread.join().map_err(|_| anyhow!("writing {} failed", file.display()))??;
        lock(&RECORDED).insert(number, file);
        Ok(())
    }

    fn enter(&mut self, crowd: &Crowd, id: CharacterId) -> Result<()> {
        let Some(who) = crowd.get(id) else { return Ok(()) };
        let profile = crowd.profile(who.profile()).name.clone();
        let (radius, speed) = (f64::from(who.radius()), f64::from(who.speed()));
        self.send(Job::Character { id, profile, radius, speed, entered: crowd.time() })
    }

    fn frame(&mut self, crowd: &Crowd) -> Result<()> {
        self.send(Job::Frame(self.mesh.clone(), Frame::of(crowd)))
    }

    fn send(&self, job: Job) -> Result<()> {
        self.jobs.send(job).map_err(|_| anyhow!("{} cannot be written to", self.file.display()))
    }
}

/// Writes until there is nothing more to come.
fn write(mut out: TrajectoryFile, jobs: &Receiver<Job>) -> Result<()> {
    for job in jobs {
        match job {
            Job::Character { id, profile, radius, speed, entered } => {
                out.add_character(&CharacterRow { id, profile: &profile, radius, speed, entered })?;
            }
            Job::Left(id, time) => out.set_left(id, time)?,
            Job::Place(mesh) => out.set_place(&mesh)?,
            Job::Frame(mesh, frame) => out.add(&mesh, &frame)?,
        }
    }
    out.finish()
}
