//! Files of a room for others: the place as a scene, and a run as one HTML file that needs nothing else.
//!
//! The HTML file is the page itself, with its script and style inside, and an archive of everything that it would ask for: the
//! place, floors, cells, and frames; compressed, as base64. A policy in the file lets only that script and style run.

use std::io::Write;

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use throng_mesh::{ConnectionId, Mesh, Obstacle, Scene};

use super::drawing;
use super::page::Page;
use super::room::Room;
use crate::simulate::has;

/// A file has at most so many bytes of frames, before they are compressed.
const MOST_BYTES: usize = 200_000_000;
/// Of a larger mesh only the floors are in a file.
const MOST_BLOCKS: u32 = 64;

/// One HTML file of some steps of a run.
pub(super) fn html(room: &Room, page: &Page, range: [u32; 3]) -> Result<String> {
    let recording = BASE64_STANDARD.encode(compressed(&archive(room, range)?)?);
    // Nothing in a script may look like its end.
    let script = page.script.replace("</script", "<\\/script");
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data: blob:; connect-src 'none'; base-uri 'none'",
        hash(&script),
        hash(page.style)
    );
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{}</style>\n</head>\n<body>\n<div id=\"app\"></div>\n\
         <script type=\"text/plain\" id=\"recording\">{recording}</script>\n<script type=\"module\">{script}</script>\n</body>\n</html>\n",
        escaped(&room.facts.title),
        page.style,
    ))
}

/// Everything that the page would ask for, as named parts.
fn archive(room: &Room, range: [u32; 3]) -> Result<Vec<u8>> {
    let place = room.place();
    let low = room.facts.bounds[0];
    let mut archive = Vec::new();
    let mut told = room.facts.place(&place);
    let frames = room.frames(range, MOST_BYTES)?;
    ensure!(!frames.is_empty(), "there are no frames of these steps");
    let blocks = if place.blocks() <= MOST_BLOCKS { place.blocks() } else { 0 };
    told["cells"]["blocks"] = blocks.into();
    told["editable"] = false.into();
    part(&mut archive, "place", told.to_string().as_bytes());
    for layer in place.mesh.layers() {
        part(&mut archive, &format!("floor/{}", layer.0), &drawing::floor(&place.mesh, layer, low));
    }
    for block in 0..blocks {
        part(&mut archive, &format!("cells/{block}"), &drawing::cells(&place.mesh, block, low));
    }
    part(&mut archive, "series", room.series()?.to_string().as_bytes());
    part(&mut archive, "frames", &chain(&frames));
    Ok(archive)
}

/// Frames one after another, each with its length before it.
pub(super) fn chain(frames: &[std::sync::Arc<Vec<u8>>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(frames.iter().map(|frame| frame.len() + 4).sum());
    for frame in frames {
        bytes.extend((frame.len() as u32).to_le_bytes());
        bytes.extend_from_slice(frame);
    }
    bytes
}

/// The place as it is now, as a scene: obstacles that came are among those of their layer, and connections that are closed are left out.
pub(super) fn scene(room: &Room) -> Result<String> {
    let Some(scene) = room.scene() else { bail!("a recorded run has no scene to keep") };
    let place = room.place();
    let mut scene = scene.clone();
    for (_, obstacle) in &place.obstacles {
        add(&mut scene, obstacle);
    }
    let mut index = 0;
    scene.connections.retain(|_| {
        index += 1;
        place.mesh.is_open(ConnectionId(index - 1))
    });
    Mesh::build(&scene)
        .context("as it is now, this place cannot be a scene; move obstacles away from connections")?;
    Ok(throng_import::write_scene(&scene))
}

/// Puts an obstacle into a scene: of rings within rings every second one is an opening.
fn add(scene: &mut Scene, obstacle: &Obstacle) {
    let Some(layer) = scene.layers.get_mut(obstacle.layer.0 as usize) else { return };
    let depth = |ring: &Vec<[f64; 2]>| {
        let around = obstacle.rings.iter().filter(|other| *other != ring && has(other, ring[0]));
        around.count()
    };
    for ring in obstacle.rings.iter().filter(|ring| !ring.is_empty()) {
        let corners = ring.iter().map(|&[x, y]| [x, y, 0.0]).collect();
        if depth(ring).is_multiple_of(2) { &mut layer.obstacles } else { &mut layer.openings }.push(corners);
    }
}

fn part(archive: &mut Vec<u8>, name: &str, bytes: &[u8]) {
    for field in [name.as_bytes(), bytes] {
        archive.extend((field.len() as u32).to_le_bytes());
        archive.extend_from_slice(field);
    }
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
