//! Signed integers of bounded size, on the stack.
//!
//! Idea. Sign and magnitude, little-endian limbs, and the number of limbs in use: work goes with the actual
//! size of the numbers, room is fixed at compile time. The bounds are proved per predicate (see
//! [`super`]), so running out of room is a bug of this crate and panics.
//!
//! Cost: linear for sums, schoolbook for products. At the sizes in use (1 to 100 limbs, mostly below 10)
//! nothing cleverer pays.

use std::cmp::Ordering;

use crate::sign::Sign;

/// An integer of absolute value below `2^(64 N)`.
///
/// Invariant: limbs from `len` on are zero, limb `len - 1` is not; zero is not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Int<const N: usize> {
    negative: bool,
    len: usize,
    limbs: [u64; N],
}

impl<const N: usize> Int<N> {
    pub(crate) const ZERO: Self = Self { negative: false, len: 0, limbs: [0; N] };

    /// The integer with this value.
    #[inline]
    pub(crate) fn new(value: i128) -> Self {
        const { assert!(N >= 2, "an i128 must fit") }
        let magnitude = value.unsigned_abs();
        let (low, high) = (magnitude as u64, (magnitude >> 64) as u64);
        let mut out = Self::ZERO;
        out.negative = value < 0;
        out.limbs[0] = low;
        out.limbs[1] = high;
        out.len = if high != 0 { 2 } else { usize::from(low != 0) };
        out
    }

    /// `a b`.
    #[inline]
    pub(crate) fn product(a: i128, b: i128) -> Self {
        match a.checked_mul(b) {
            Some(product) => Self::new(product),
            None => Self::new(a).mul(&Self::new(b)),
        }
    }

    /// `a b + c d`.
    #[inline]
    pub(crate) fn products(a: i128, b: i128, c: i128, d: i128) -> Self {
        let mut sum = Self::product(a, b);
        sum.add(&Self::product(c, d));
        sum
    }

    #[inline]
    pub(crate) fn is_zero(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) fn sign(&self) -> Sign {
        match (self.len, self.negative) {
            (0, _) => Sign::Zero,
            (_, true) => Sign::Negative,
            (_, false) => Sign::Positive,
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Self) {
        self.add_signed(other, other.negative);
    }

    #[inline]
    pub(crate) fn sub(&mut self, other: &Self) {
        self.add_signed(other, !other.negative);
    }

    pub(crate) fn double(&mut self) {
        let mut carry = 0;
        for limb in &mut self.limbs[..self.len] {
            (*limb, carry) = (*limb << 1 | carry, *limb >> 63);
        }
        if carry != 0 {
            assert!(self.len < N, "a sum outgrew its {N} limbs");
            self.limbs[self.len] = carry;
            self.len += 1;
        }
    }

    /// Schoolbook product.
    pub(crate) fn mul(&self, other: &Self) -> Self {
        let mut out = Self::ZERO;
        if self.is_zero() || other.is_zero() {
            return out;
        }
        assert!(self.len + other.len - 1 <= N, "a product outgrew its {N} limbs");
        let factor = &other.limbs[..other.len];
        let mut carry = 0;
        for (i, &limb) in self.limbs[..self.len].iter().enumerate() {
            carry = 0;
            for (sum, &x) in out.limbs[i..].iter_mut().zip(factor) {
                let t = u128::from(limb) * u128::from(x) + u128::from(*sum) + u128::from(carry);
                *sum = t as u64;
                carry = (t >> 64) as u64;
            }
            // No earlier row has reached this limb, so there is nothing to add to.
            if carry != 0 {
                assert!(i + other.len < N, "a product outgrew its {N} limbs");
                out.limbs[i + other.len] = carry;
            }
        }
        out.len = self.len + other.len - usize::from(carry == 0);
        out.negative = self.negative != other.negative;
        out
    }

    /// Adds `other`, with this sign instead of its own.
    fn add_signed(&mut self, other: &Self, negative: bool) {
        if other.is_zero() {
            return;
        }
        if self.negative == negative {
            self.grow(other);
            return;
        }
        match self.cmp_magnitude(other) {
            Ordering::Equal => *self = Self::ZERO,
            Ordering::Greater => {
                let limbs = self.limbs[..self.len].iter_mut().zip(&other.limbs);
                self.len = subtract(limbs.map(|(out, &small)| (*out, small, out)));
            }
            Ordering::Less => {
                let limbs = self.limbs.iter_mut().zip(&other.limbs[..other.len]);
                self.len = subtract(limbs.map(|(out, &large)| (large, *out, out)));
                self.negative = negative;
            }
        }
    }

    /// Adds the magnitude of another to the magnitude.
    #[inline]
    fn grow(&mut self, other: &Self) {
        let mut carry = false;
        for (sum, &x) in self.limbs.iter_mut().zip(&other.limbs[..other.len]) {
            (*sum, carry) = sum.carrying_add(x, carry);
        }
        let mut len = other.len;
        while carry {
            assert!(len < N, "a sum outgrew its {N} limbs");
            (self.limbs[len], carry) = self.limbs[len].overflowing_add(1);
            len += 1;
        }
        self.len = self.len.max(len);
    }

    /// Order of the absolute values.
    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        self.len.cmp(&other.len).then_with(|| {
            let n = self.len;
            self.limbs[..n].iter().rev().cmp(other.limbs[..n].iter().rev())
        })
    }
}

/// Writes the differences of pairs of limbs, large minus small, and says how many limbs are significant.
#[inline]
fn subtract<'a>(limbs: impl Iterator<Item = (u64, u64, &'a mut u64)>) -> usize {
    let mut borrow = false;
    let mut len = 0;
    for (i, (large, small, out)) in limbs.enumerate() {
        (*out, borrow) = large.borrowing_sub(small, borrow);
        if *out != 0 {
            len = i + 1;
        }
    }
    len
}
