//! Random scenes, and what is said about a file in a form that tests can compare.

use throng_import::Imported;
use throng_mesh::{Connection, Corner, Layer, LayerId, Region, Ring, Scene, Terrain};

/// Each diagnostic as "line 3: error: …", one a line.
pub(crate) fn said(imported: &Imported) -> Vec<String> {
    let line = |line: Option<u32>| line.map_or("no line".to_owned(), |line| format!("line {line}"));
    imported.diagnostics.iter().map(|diagnostic| format!("{}: {diagnostic}", line(diagnostic.line))).collect()
}

/// A stream of numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number that is likely to cause trouble: whole, tiny, huge, with many digits, or any bits at all.
    fn number(&mut self) -> f64 {
        let any = f64::from_bits(self.next());
        match self.below(6) {
            0 | 1 => self.below(8) as f64,
            2 => (self.below(2_000_000) as f64 - 1e6) / 1e4,
            3 => (self.next() as f64) / 3.0,
            4 => [0.1 + 0.2, -0.0, 5e-324, f64::MAX, 1e16, 1e-5, -1e-7][self.below(7)],
            _ if any.is_finite() => any,
            _ => 1.0,
        }
    }

    fn corner(&mut self) -> Corner {
        let height = if self.below(2) == 0 { 0.0 } else { self.number() };
        [self.number(), self.number(), height]
    }

    /// A ring, closed by a copy of its first corner now and then.
    fn ring(&mut self, least: usize) -> Ring {
        let mut ring: Ring = (0..least + self.below(5)).map(|_| self.corner()).collect();
        if self.below(4) == 0 {
            ring.extend(ring.first().copied());
        }
        ring
    }

    fn rings(&mut self, least: usize) -> Vec<Ring> {
        (0..self.below(4)).map(|_| self.ring(least)).collect()
    }

    fn text(&mut self) -> String {
        let letters = ['a', 'Z', ' ', '"', '\\', '\n', '\t', 'é', '😀', '\u{1}', '/', '{'];
        (0..self.below(6)).map(|_| letters[self.below(letters.len())]).collect()
    }

    fn layer(&mut self, id: String) -> Layer {
        let terrain = (self.below(3) == 0).then(|| {
            let vertices: Vec<Corner> = (0..3 + self.below(4)).map(|_| self.corner()).collect();
            let triangles =
                (0..self.below(4)).map(|_| [0; 3].map(|_: u32| self.below(vertices.len()) as u32)).collect();
            Terrain { vertices, triangles }
        });
        Layer {
            id,
            walkable: self.rings(0),
            obstacles: self.rings(0),
            openings: self.rings(0),
            regions: (0..self.below(3))
                .map(|_| Region { label: self.text(), polygon: self.ring(0) })
                .collect(),
            terrain,
        }
    }

    /// A scene that no mesh can be built of, but that files have to preserve.
    pub(crate) fn scene(&mut self) -> Scene {
        let count = 1 + self.below(4);
        let layers: Vec<Layer> = (0..count)
            .map(|index| {
                let id = format!("{index}{}", self.text());
                self.layer(id)
            })
            .collect();
        let connections = (0..self.below(3))
            .map(|_| Connection {
                between: [0; 2].map(|_: u32| LayerId(self.below(count) as u32)),
                segment: [[self.number(), self.number()], [self.number(), self.number()]],
                name: (self.below(2) == 0).then(|| self.text()),
            })
            .collect();
        Scene { name: self.text(), layers, connections }
    }
}
