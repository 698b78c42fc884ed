//! Builds the page that `throng view` serves, if Node is there, so that the program has it inside.
//!
//! 1. `npm ci` in `viewer/`, unless what it would install is there already.
//! 2. Vite puts the page into the output folder.
//! 3. `page.rs` has it as text; or, where anything is missing, the reason, and the program builds all the same.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest Node that can build the page.
const NODE: u32 = 20;

fn main() {
    let folder = |name: &str| PathBuf::from(std::env::var_os(name).expect("cargo sets it"));
    let viewer = folder("CARGO_MANIFEST_DIR").join("../../viewer");
    let out = folder("OUT_DIR");
    for file in ["src", "index.html", "package.json", "package-lock.json", "vite.config.ts", "tsconfig.json"]
    {
        println!("cargo::rerun-if-changed={}", viewer.join(file).display());
    }
    // Node may be installed later.
    println!("cargo::rerun-if-env-changed=PATH");
    let page = out.join("page");
    let text = match build(&viewer, &page) {
        Ok(()) => {
            let part = |name: &str| format!("include_str!({:?})", page.join(name));
            format!(
                "Ok(Page {{ index: {}, script: {}, style: {} }})",
                part("index.html"),
                part("app.js"),
                part("app.css")
            )
        }
        Err(reason) => {
            println!("cargo::warning=the page of `throng view` is left out: {reason}");
            format!("Err({reason:?})")
        }
    };
    std::fs::write(out.join("page.rs"), text).expect("the output folder can be written to");
}

/// Builds the page into a folder, or says why it cannot be.
fn build(viewer: &Path, page: &Path) -> Result<(), String> {
    if !viewer.join("package.json").exists() {
        return Err("its sources are not here".to_owned());
    }
    let version = run(Command::new("node").arg("--version"), "Node")?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|text| text.parse().ok());
    if major.is_none_or(|major: u32| major < NODE) {
        return Err(format!("Node {} is older than {NODE}", version.trim()));
    }
    // Two builds at a time would get in each other's way here.
    let lock = File::create(viewer.join(".lock")).and_then(|file| file.lock().map(|()| file));
    let _lock = lock.map_err(|error| format!("cannot lock its folder: {error}"))?;
    // Step 1.
    let changed = |file: &str| std::fs::metadata(viewer.join(file)).and_then(|facts| facts.modified()).ok();
    if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let arguments = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
        run(Command::new(npm).args(arguments).current_dir(viewer), "npm ci")?;
    }
    // Step 2.
    let mut vite = Command::new("node");
    vite.args(["node_modules/vite/bin/vite.js", "build", "--logLevel", "error"]);
    vite.current_dir(viewer).env("THRONG_PAGE_FOLDER", page);
    run(&mut vite, "vite build")?;
    match ["index.html", "app.js", "app.css"].into_iter().find(|file| !page.join(file).exists()) {
        Some(file) => Err(format!("vite made no {file}")),
        None => Ok(()),
    }
}

/// Runs a program; what it printed, or why it did not end well.
fn run(command: &mut Command, what: &str) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{what} does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    let lines: Vec<&str> = told.lines().map(str::trim).filter(|line| !line.is_empty()).take(4).collect();
    Err(format!("{what} failed: {}", lines.join(" / ")))
}
