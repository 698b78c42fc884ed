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

    /// The product of two integers that each fit in an `i128`.
    #[inline]
    pub(crate) fn product(a: i128, b: i128) -> Self {
        match a.checked_mul(b) {
            Some(product) => Self::new(product),
            None => Self::new(a).mul(&Self::new(b)),
        }
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
    pub(crate) fn neg(&self) -> Self {
        let mut out = self.clone();
        out.negative = !self.negative && self.len != 0;
        out
    }

    #[inline]
    pub(crate) fn add(&self, other: &Self) -> Self {
        self.add_signed(other, other.negative)
    }

    #[inline]
    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add_signed(other, !other.negative)
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

    /// Order of the absolute values.
    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        self.len.cmp(&other.len).then_with(|| {
            let n = self.len;
            self.limbs[..n].iter().rev().cmp(other.limbs[..n].iter().rev())
        })
    }

    /// `self` plus `other`, the latter with this sign instead of its own.
    fn add_signed(&self, other: &Self, negative: bool) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        if self.negative == negative {
            return if self.len >= other.len {
                self.grown(other)
            } else {
                other.grown(self).signed(negative)
            };
        }
        match self.cmp_magnitude(other) {
            Ordering::Equal => Self::ZERO,
            Ordering::Greater => self.shrunk(other),
            Ordering::Less => other.shrunk(self).signed(negative),
        }
    }

    #[inline]
    fn signed(mut self, negative: bool) -> Self {
        self.negative = negative;
        self
    }

    /// The magnitude of `small`, which has no more limbs, added to the magnitude.
    #[inline]
    fn grown(&self, small: &Self) -> Self {
        let mut out = self.clone();
        let mut carry = false;
        for (sum, &x) in out.limbs.iter_mut().zip(&small.limbs[..small.len]) {
            (*sum, carry) = sum.carrying_add(x, carry);
        }
        for sum in &mut out.limbs[small.len..self.len] {
            if !carry {
                return out;
            }
            (*sum, carry) = sum.overflowing_add(1);
        }
        if carry {
            assert!(self.len < N, "a sum outgrew its {N} limbs");
            out.limbs[self.len] = 1;
            out.len += 1;
        }
        out
    }

    /// The magnitude of `small`, which is smaller, taken from the magnitude.
    #[inline]
    fn shrunk(&self, small: &Self) -> Self {
        let mut out = self.clone();
        let mut borrow = false;
        for (sum, &x) in out.limbs.iter_mut().zip(&small.limbs[..small.len]) {
            (*sum, borrow) = sum.borrowing_sub(x, borrow);
        }
        for sum in &mut out.limbs[small.len..self.len] {
            if !borrow {
                break;
            }
            (*sum, borrow) = sum.overflowing_sub(1);
        }
        while out.len > 0 && out.limbs[out.len - 1] == 0 {
            out.len -= 1;
        }
        out
    }
}
