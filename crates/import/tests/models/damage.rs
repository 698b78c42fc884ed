//! Files that were cut off or damaged: readers neither panic nor hang, and what they give is consistent.

use throng_import::model_fuzzing::fuzz_models;

use crate::building::house;
use crate::common::Random;
use crate::cube;

fn samples() -> Vec<Vec<u8>> {
    let with = |format: u8, bytes: Vec<u8>| [vec![format], bytes].concat();
    vec![
        with(b'0', cube::obj().into_bytes()),
        with(b'1', cube::gltf().into_bytes()),
        with(b'1', cube::glb()),
        with(b'2', cube::stl_text().into_bytes()),
        with(b'2', cube::stl_binary()),
        with(b'3', cube::ply_text().into_bytes()),
        with(b'3', cube::ply_binary(false)),
        with(b'3', cube::ply_binary(true)),
        with(b'4', house().into_bytes()),
        with(b'4', house().into_bytes()),
        with(b'4', house().into_bytes()),
        with(b'9', house().into_bytes()),
    ]
}

#[test]
fn files_that_are_cut_off_do_not_panic() {
    let mut random = Random(1);
    for sample in samples() {
        for _ in 0..150 {
            fuzz_models(&sample[..random.below(sample.len())]);
        }
    }
}

#[test]
fn damaged_files_do_not_panic() {
    let mut random = Random(2);
    for sample in samples() {
        for _ in 0..300 {
            let mut damaged = sample.clone();
            for _ in 0..1 + random.below(6) {
                let at = 1 + random.below(damaged.len() - 1);
                match random.below(5) {
                    0 => damaged[at] = random.below(256) as u8,
                    // Other digits are other references, indices and sizes.
                    1 => damaged[at] = b'0' + random.below(10) as u8,
                    2 => drop(damaged.remove(at)),
                    3 => damaged.insert(at, b"0-9.,()#$e"[random.below(10)]),
                    _ => {
                        let from = 1 + random.below(damaged.len() - 1);
                        let length = random.below(40).min(damaged.len() - from);
                        let piece: Vec<u8> = damaged[from..from + length].to_vec();
                        damaged.splice(at..at, piece);
                    }
                }
            }
            fuzz_models(&damaged);
        }
    }
}
