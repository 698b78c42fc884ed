//! Numbers as bytes, lowest byte first, and back.

/// Writes numbers one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

/// Reads numbers one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

/// The bytes end too early, or a number cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

impl Writer {
    pub(crate) fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn bool(&mut self, value: bool) {
        self.u8(u8::from(value));
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn f32(&mut self, value: f32) {
        self.u32(value.to_bits());
    }

    pub(crate) fn f64(&mut self, value: f64) {
        self.u64(value.to_bits());
    }

    pub(crate) fn vector(&mut self, value: [f32; 2]) {
        value.iter().for_each(|&v| self.f32(v));
    }

    pub(crate) fn place(&mut self, value: [f64; 2]) {
        value.iter().for_each(|&v| self.f64(v));
    }

    /// How many there are, and each.
    pub(crate) fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.u64(items.len() as u64);
        for item in items {
            each(self, item);
        }
    }

    /// Whether there is one, and which.
    pub(crate) fn option<T>(&mut self, item: Option<&T>, each: impl FnOnce(&mut Self, &T)) {
        self.bool(item.is_some());
        if let Some(item) = item {
            each(self, item);
        }
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (bytes, rest) = self.0.split_first_chunk::<N>().ok_or(Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Damaged> {
        self.bytes::<1>().map(|[value]| value)
    }

    pub(crate) fn bool(&mut self) -> Result<bool, Damaged> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damaged),
        }
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Damaged> {
        self.bytes().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Damaged> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Damaged> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, Damaged> {
        self.u32().map(f32::from_bits)
    }

    pub(crate) fn f64(&mut self) -> Result<f64, Damaged> {
        self.u64().map(f64::from_bits)
    }

    pub(crate) fn vector(&mut self) -> Result<[f32; 2], Damaged> {
        Ok([self.f32()?, self.f32()?])
    }

    pub(crate) fn place(&mut self) -> Result<[f64; 2], Damaged> {
        Ok([self.f64()?, self.f64()?])
    }

    pub(crate) fn list<T>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<T, Damaged>,
    ) -> Result<Vec<T>, Damaged> {
        let count = self.u64()?;
        // An item takes a byte at least: so a damaged count does not ask for all memory.
        if count > self.0.len() as u64 {
            return Err(Damaged);
        }
        (0..count).map(|_| each(self)).collect()
    }

    pub(crate) fn option<T>(
        &mut self,
        each: impl FnOnce(&mut Self) -> Result<T, Damaged>,
    ) -> Result<Option<T>, Damaged> {
        if self.bool()? { each(self).map(Some) } else { Ok(None) }
    }

    /// Whether all was read.
    pub(crate) fn end(&self) -> Result<(), Damaged> {
        if self.0.is_empty() { Ok(()) } else { Err(Damaged) }
    }
}
