//! Numbers in a tower of square roots, and their signs.
//!
//! Idea. Start with the integers and adjoin one root after the other: a number of depth n is `a + b sqrt(R)`
//! with `a`, `b` and the radicand `R >= 0` of depth n - 1, so `2^n` integer coefficients in all. Sums and
//! products stay inside. The sign of `a + b sqrt(R)` follows from smaller questions:
//!
//! 1. If `a` and `b sqrt(R)` do not have opposite signs, the answer is at hand.
//! 2. Otherwise the larger of `a^2` and `b^2 R` wins: the sign of `a^2 - b^2 R`, one level down, tells.
//!
//! Nothing asks whether a radicand is a square: the rules hold whether or not `sqrt(R)` is new. If it is not,
//! a number has several forms, which is why [`Number::is_blank`] (all coefficients are zero) is only a
//! shortcut, and only [`Number::sign`] knows whether a number is zero. A radicand that is zero needs care
//! only in step 1: `b sqrt(R)` is then zero whatever the sign of `b`.
//!
//! Cost and bits. Let the size of a number be the sum of its coefficients' absolute values, each times its
//! roots. Size is multiplicative, and `a^2` and `b^2 R` are at most the square of the size of `a + b sqrt(R)`.
//! So the sign of a number of size `2^s` and depth n needs integers of `2^n s` bits, and no more.
//! Most coefficients are zero in practice; products with them are skipped.

use crate::exact::int::Int;
use crate::sign::Sign;

/// A number of some depth, with coefficients of at most `N` limbs.
pub(crate) trait Number<const N: usize>: Clone {
    /// The radicands below numbers of this depth.
    type Tower: Clone;
    /// The numbers that arise when this tower is built on top of the numbers `F` instead of the integers.
    type Over<F: Number<N>>: Number<N>;

    fn from_int(value: Int<N>) -> Self;
    /// Whether all coefficients are zero. A number that is not blank may still be zero.
    fn is_blank(&self) -> bool;
    fn neg(&self) -> Self;
    fn add(&self, other: &Self) -> Self;
    fn sub(&self, other: &Self) -> Self;
    fn scale(&self, factor: &Int<N>) -> Self;
    fn mul(&self, other: &Self, tower: &Self::Tower) -> Self;
    fn square(&self, tower: &Self::Tower) -> Self;
    fn sign(&self, tower: &Self::Tower) -> Sign;

    /// The product of this number and one of another tower, in this tower on top of the other.
    fn over<F: Number<N>>(&self, other: &F) -> Self::Over<F>;
    /// This tower on top of another.
    fn stack<F: Number<N>>(tower: &Self::Tower, below: &F::Tower) -> TowerOver<Self, F, N>;
}

/// The radicands below the product of two towers, `F` at the bottom.
pub(crate) type TowerOver<T, F, const N: usize> = <<T as Number<N>>::Over<F> as Number<N>>::Tower;

/// `a + b sqrt(R)`, where `R` is the last radicand of the tower.
#[derive(Clone, Debug)]
pub(crate) struct Root<T> {
    pub(crate) a: T,
    pub(crate) b: T,
}

/// The radicands that lead to [`Root<T>`]: those below `T`, and one more.
#[derive(Clone)]
pub(crate) struct Tower<T: Number<N>, const N: usize> {
    pub(crate) below: T::Tower,
    /// Not negative.
    pub(crate) radicand: T,
}

impl<const N: usize> Number<N> for Int<N> {
    type Tower = ();
    type Over<F: Number<N>> = F;

    #[inline]
    fn from_int(value: Self) -> Self {
        value
    }

    #[inline]
    fn is_blank(&self) -> bool {
        self.is_zero()
    }

    #[inline]
    fn neg(&self) -> Self {
        Self::neg(self)
    }

    #[inline]
    fn add(&self, other: &Self) -> Self {
        Self::add(self, other)
    }

    #[inline]
    fn sub(&self, other: &Self) -> Self {
        Self::sub(self, other)
    }

    #[inline]
    fn scale(&self, factor: &Self) -> Self {
        Self::mul(self, factor)
    }

    #[inline]
    fn mul(&self, other: &Self, (): &()) -> Self {
        Self::mul(self, other)
    }

    #[inline]
    fn square(&self, (): &()) -> Self {
        Self::mul(self, self)
    }

    #[inline]
    fn sign(&self, (): &()) -> Sign {
        Self::sign(self)
    }

    fn over<F: Number<N>>(&self, other: &F) -> F {
        other.scale(self)
    }

    fn stack<F: Number<N>>((): &(), below: &F::Tower) -> F::Tower {
        below.clone()
    }
}

impl<T: Number<N>, const N: usize> Number<N> for Root<T> {
    type Tower = Tower<T, N>;
    type Over<F: Number<N>> = Root<T::Over<F>>;

    fn from_int(value: Int<N>) -> Self {
        Self { a: T::from_int(value), b: T::from_int(Int::ZERO) }
    }

    fn is_blank(&self) -> bool {
        self.a.is_blank() && self.b.is_blank()
    }

    fn neg(&self) -> Self {
        Self { a: self.a.neg(), b: self.b.neg() }
    }

    fn add(&self, other: &Self) -> Self {
        Self { a: self.a.add(&other.a), b: self.b.add(&other.b) }
    }

    fn sub(&self, other: &Self) -> Self {
        Self { a: self.a.sub(&other.a), b: self.b.sub(&other.b) }
    }

    fn scale(&self, factor: &Int<N>) -> Self {
        Self { a: self.a.scale(factor), b: self.b.scale(factor) }
    }

    fn mul(&self, other: &Self, tower: &Tower<T, N>) -> Self {
        // (a + b r)(c + d r) = (ac + bd R) + (ad + bc) r
        let below = &tower.below;
        if other.b.is_blank() {
            return Self { a: self.a.mul(&other.a, below), b: self.b.mul(&other.a, below) };
        }
        if self.b.is_blank() {
            return Self { a: self.a.mul(&other.a, below), b: self.a.mul(&other.b, below) };
        }
        let roots = self.b.mul(&other.b, below).mul(&tower.radicand, below);
        Self {
            a: self.a.mul(&other.a, below).add(&roots),
            b: self.a.mul(&other.b, below).add(&self.b.mul(&other.a, below)),
        }
    }

    fn square(&self, tower: &Tower<T, N>) -> Self {
        // (a + b r)^2 = (a^2 + b^2 R) + 2ab r
        let below = &tower.below;
        if self.b.is_blank() {
            return Self { a: self.a.square(below), b: self.b.clone() };
        }
        let roots = self.b.square(below).mul(&tower.radicand, below);
        let cross = self.a.mul(&self.b, below);
        Self { a: self.a.square(below).add(&roots), b: cross.add(&cross) }
    }

    fn sign(&self, tower: &Tower<T, N>) -> Sign {
        let below = &tower.below;
        if self.b.is_blank() {
            return self.a.sign(below);
        }
        let (a, b) = (self.a.sign(below), self.b.sign(below));
        match (a, b) {
            (Sign::Zero, Sign::Zero) => Sign::Zero,
            (Sign::Zero, _) => b.times(tower.radicand.sign(below)),
            (_, Sign::Zero) => a,
            _ if a == b => a,
            _ => {
                let roots = self.b.square(below).mul(&tower.radicand, below);
                self.a.square(below).sub(&roots).sign(below).times(a)
            }
        }
    }

    fn over<F: Number<N>>(&self, other: &F) -> Root<T::Over<F>> {
        Root { a: self.a.over(other), b: self.b.over(other) }
    }

    fn stack<F: Number<N>>(tower: &Tower<T, N>, below: &F::Tower) -> Tower<T::Over<F>, N> {
        let one = F::from_int(Int::new(1));
        Tower { below: T::stack::<F>(&tower.below, below), radicand: tower.radicand.over(&one) }
    }
}
