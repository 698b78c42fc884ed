//! Progress on standard error, once work takes longer than a second.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that shows itself when work takes long, and goes away when dropped. Not shown where standard error is not a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    done: Option<Sender<()>>,
    watch: Option<JoinHandle<()>>,
}

impl Progress {
    pub(crate) fn new(what: &str) -> Arc<Self> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style("{spinner} {msg} {elapsed}"));
        bar.set_message(what.to_owned());
        let (done, waiting) = channel();
        let shown = bar.clone();
        let watch = std::thread::spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Arc::new(Self { bar, done: Some(done), watch: Some(watch) })
    }

    /// Says what is being done, and how much of it.
    pub(crate) fn set(&self, what: &str, done: usize, total: usize) {
        if self.bar.length() != Some(total as u64) {
            self.bar.set_length(total as u64);
            self.bar.set_style(style("{spinner} {msg} {bar:30} {pos}/{len} {elapsed}"));
        }
        self.bar.set_message(what.to_owned());
        self.bar.set_position(done as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(watch) = self.watch.take() {
            let _ = watch.join();
        }
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
