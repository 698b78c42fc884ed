//! 3D models that pages have sent: kept as bytes, and extracted one after another, each on a thread of its own.
//!
//! What comes of an extraction is a place, which is a room like any other: `model-1`, `model-2`, … in the order of extractions, so that
//! another extraction with other settings is another room.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use throng_import::{
    ExtractError, ExtractOptions, ModelFormat, ModelOptions, extract, memory_estimate, read_model_bytes,
};

use super::origin::{Lively, Origin};
use super::room::lock;
use crate::extract::{component, stage_name};
use crate::output::bytes;

/// Models that are kept, and their bytes together. The oldest go first.
const MOST_MODELS: usize = 4;
const MOST_KEPT: usize = 512_000_000;
/// Places that came of extractions and are kept.
const MOST_PLACES: usize = 8;
/// An extraction that would take more is left to the command line. (bytes)
const MOST_MEMORY: u64 = 4_000_000_000;
/// Components that a page is told of.
const MOST_COMPONENTS: usize = 200;

/// All models of a server.
#[derive(Debug, Default)]
pub(super) struct Models {
    kept: Mutex<Kept>,
    /// Held by the extraction that is under way: one at a time takes all cores there are.
    turn: Arc<Mutex<()>>,
    places: Arc<Mutex<Places>>,
}

#[derive(Debug, Default)]
struct Kept {
    last: u32,
    models: BTreeMap<u32, Arc<Model>>,
}

/// Places by the number of their room.
#[derive(Debug, Default)]
struct Places {
    last: u32,
    places: BTreeMap<u32, Arc<Lively>>,
}

/// A model that was sent.
#[derive(Debug)]
struct Model {
    name: String,
    bytes: Vec<u8>,
    job: Mutex<Job>,
}

/// The last extraction of a model.
#[derive(Clone, Debug)]
enum Job {
    None,
    Working(Arc<Progress>),
    Done(Arc<Value>),
    Failed(String),
}

/// How far an extraction is.
#[derive(Debug, Default)]
struct Progress {
    stage: Mutex<&'static str>,
    done: AtomicUsize,
    total: AtomicUsize,
    stopped: AtomicBool,
}

/// What a page wants of a model.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) reading: ModelOptions,
    pub(super) options: ExtractOptions,
}

impl Models {
    /// Keeps a model, if its format is known. Returns its number.
    pub(super) fn add(&self, name: &str, bytes: Vec<u8>) -> Result<u32, String> {
        let known = "known are OBJ, glTF (.glb), STL, PLY and IFC";
        if ModelFormat::detect(name, &bytes).is_none() {
            return Err(format!("{name} is not a 3D model of a known format; {known}"));
        }
        let mut kept = lock(&self.kept);
        let size = |kept: &Kept| kept.models.values().map(|model| model.bytes.len()).sum::<usize>();
        while kept.models.len() >= MOST_MODELS || size(&kept) + bytes.len() > MOST_KEPT {
            let idle = kept.models.iter().find(|(_, model)| !model.is_working()).map(|(&id, _)| id);
            let oldest = idle.ok_or("too many models are being extracted; wait for one, or cancel one")?;
            kept.models.remove(&oldest);
        }
        kept.last += 1;
        let id = kept.last;
        let model = Model { name: name.to_owned(), bytes, job: Mutex::new(Job::None) };
        kept.models.insert(id, Arc::new(model));
        Ok(id)
    }

    /// Begins to extract a model.
    pub(super) fn begin(&self, id: u32, wanted: Wanted) -> Result<(), String> {
        let model = self.model(id)?;
        let progress = Arc::new(Progress { stage: Mutex::new("waiting"), ..Progress::default() });
        {
            let mut job = lock(&model.job);
            if matches!(&*job, Job::Working(_)) {
                return Err("it is being extracted already".to_owned());
            }
            *job = Job::Working(progress.clone());
        }
        let (turn, places, at_work) = (self.turn.clone(), self.places.clone(), model.clone());
        let work = move || {
            let _turn = lock(&turn);
            // A mistake of ours must not leave a page waiting for ever.
            let work = std::panic::AssertUnwindSafe(|| at_work.extracted(&wanted, &progress, &places));
            let result = std::panic::catch_unwind(work)
                .unwrap_or_else(|_| Err("this is a mistake of Throng, please report it".to_owned()));
            *lock(&at_work.job) = match result {
                Ok(facts) => Job::Done(Arc::new(facts)),
                Err(words) => Job::Failed(words),
            };
        };
        if std::thread::Builder::new().name(format!("model {id}")).spawn(work).is_err() {
            *lock(&model.job) = Job::Failed("cannot start a thread".to_owned());
        }
        Ok(())
    }

    /// Ends the extraction of a model, soon.
    pub(super) fn cancel(&self, id: u32) -> Result<(), String> {
        if let Job::Working(progress) = &*lock(&self.model(id)?.job) {
            progress.stopped.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// How it stands with a model.
    pub(super) fn state(&self, id: u32) -> Result<Value, String> {
        let model = self.model(id)?;
        let mut state = json!({ "model": id, "name": model.name, "bytes": model.bytes.len() });
        let job = lock(&model.job).clone();
        match job {
            Job::None => state["state"] = "kept".into(),
            Job::Working(progress) => {
                state["state"] = "working".into();
                state["stage"] = (*lock(&progress.stage)).into();
                state["done"] = progress.done.load(Ordering::Relaxed).into();
                state["total"] = progress.total.load(Ordering::Relaxed).into();
            }
            Job::Done(facts) => {
                state["state"] = "done".into();
                state["result"] = Value::clone(&facts);
            }
            Job::Failed(words) => {
                state["state"] = "failed".into();
                state["error"] = words.into();
            }
        }
        Ok(state)
    }

    /// Whether there is a place for a room.
    pub(super) fn has_room(&self, name: &str) -> bool {
        number(name).is_some_and(|number| lock(&self.places).places.contains_key(&number))
    }

    /// What a room of a model shows.
    pub(super) fn origin(&self, name: &str) -> Option<Origin> {
        let place = lock(&self.places).places.get(&number(name)?)?.clone();
        Some(Origin::Lively(Box::new(Lively::clone(&place))))
    }

    /// Ends all extractions.
    pub(super) fn close(&self) {
        let ids: Vec<u32> = lock(&self.kept).models.keys().copied().collect();
        for id in ids {
            let _ = self.cancel(id);
        }
    }

    fn model(&self, id: u32) -> Result<Arc<Model>, String> {
        let kept = lock(&self.kept);
        kept.models
            .get(&id)
            .cloned()
            .ok_or_else(|| "this model is not here any more; send it again".to_owned())
    }
}

impl Model {
    fn is_working(&self) -> bool {
        matches!(&*lock(&self.job), Job::Working(_))
    }

    /// Reads and extracts, and keeps the place.
    fn extracted(
        &self,
        wanted: &Wanted,
        progress: &Progress,
        places: &Mutex<Places>,
    ) -> Result<Value, String> {
        let go_on =
            || if progress.stopped.load(Ordering::Relaxed) { Err("cancelled".to_owned()) } else { Ok(()) };
        go_on()?;
        *lock(&progress.stage) = "reading";
        // Files beside it are not here, and those of the server are nobody's business.
        let siblings = |name: &str| {
            let words = format!("{name} was not sent with the model; export it as one file (.glb)");
            Err(std::io::Error::new(std::io::ErrorKind::NotFound, words))
        };
        let read = read_model_bytes(&self.name, &self.bytes, &wanted.reading, &siblings);
        let read = read.map_err(|error| error.to_string())?;
        go_on()?;
        let memory = memory_estimate(&read.model, &wanted.options);
        if memory > MOST_MEMORY {
            let memory = bytes(usize::try_from(memory).unwrap_or(usize::MAX));
            return Err(format!(
                "this would take about {memory} of memory; use `throng extract` on the command line"
            ));
        }
        let extracted = extract(&read.model, &wanted.options, &|stage, done, total| {
            *lock(&progress.stage) = stage_name(stage);
            progress.done.store(done, Ordering::Relaxed);
            progress.total.store(total, Ordering::Relaxed);
            if progress.stopped.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let extraction = extracted.map_err(|error| match error {
            ExtractError::Interrupted => "cancelled".to_owned(),
            error => format!("{}: {error}", self.name),
        })?;
        go_on()?;
        let (scene, report) = (extraction.scene, extraction.report);
        let notes = [read.notes, report.remarks].concat();
        let shown = report.components.iter().take(MOST_COMPONENTS);
        let mut facts = json!({
            "triangles": report.triangles, "area": report.area,
            "notes": notes,
            "components": shown.map(|part| component(&scene, part)).collect::<Vec<_>>(),
            "more_components": report.components.len().saturating_sub(MOST_COMPONENTS),
            "dropped": { "components": report.dropped, "area": report.dropped_area },
            "layers": scene.layers.len(), "connections": scene.connections.len(),
            "seconds": report.seconds.iter().map(|(_, took)| took).sum::<f64>(),
        });
        let title = if scene.name.is_empty() { self.name.clone() } else { scene.name.clone() };
        let mut places = lock(places);
        places.last += 1;
        let number = places.last;
        places.places.insert(number, Arc::new(Lively { title, scene, scenario: None }));
        while places.places.len() > MOST_PLACES {
            places.places.pop_first();
        }
        facts["room"] = format!("{ROOM}{number}").into();
        Ok(facts)
    }
}

/// How the names of rooms of models begin.
const ROOM: &str = "model-";

/// The number in the name of a room.
fn number(room: &str) -> Option<u32> {
    let number = room.strip_prefix(ROOM)?.parse().ok()?;
    (format!("{ROOM}{number}") == room).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_have_one_name_each() {
        assert_eq!([number("model-1"), number("model-42")], [Some(1), Some(42)]);
        for wrong in
            ["model-01", "model-+1", "model--1", "model-", "model-1 ", "Model-1", "model-99999999999"]
        {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn old_models_make_room_for_new_ones() {
        let models = Models::default();
        for k in 1..=10 {
            assert_eq!(models.add("a.obj", b"v 0 0 0\n".to_vec()), Ok(k));
        }
        assert!(models.state(6).is_err() && models.state(7).is_ok(), "four are kept");
        let refused = models.add("a.txt", b"hello".to_vec()).expect_err("no model");
        assert!(refused.contains("known are"), "{refused}");
    }
}
