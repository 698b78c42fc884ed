//! The page that is built into the program.

/// The page: what `viewer/` builds to.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) index: &'static str,
    pub(super) script: &'static str,
    pub(super) style: &'static str,
}

/// The page, or why it was left out when the program was built.
const PAGE: Result<Page, &str> = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page.
///
/// # Errors
/// If it was left out: why, and what to do.
pub(super) fn page() -> anyhow::Result<&'static Page> {
    PAGE.as_ref().map_err(|reason| {
        anyhow::anyhow!(
            "this program was built without its page ({reason}); install Node 20 or newer and build it again: cargo build --release"
        )
    })
}
