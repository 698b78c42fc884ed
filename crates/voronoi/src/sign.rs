//! The answer of a predicate.

use std::cmp::Ordering;

/// The sign of a quantity that a predicate evaluates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Negative,
    Zero,
    Positive,
}

impl Sign {
    /// The sign of an integer.
    #[inline]
    pub(crate) fn of(value: i128) -> Self {
        Self::from(value.cmp(&0))
    }

    /// The sign of the negated quantity.
    #[inline]
    pub(crate) fn neg(self) -> Self {
        match self {
            Self::Negative => Self::Positive,
            Self::Zero => Self::Zero,
            Self::Positive => Self::Negative,
        }
    }

    /// The sign of the product of two quantities.
    #[inline]
    pub(crate) fn times(self, other: Self) -> Self {
        match other {
            Self::Negative => self.neg(),
            Self::Zero => Self::Zero,
            Self::Positive => self,
        }
    }
}

impl From<Ordering> for Sign {
    #[inline]
    fn from(ordering: Ordering) -> Self {
        match ordering {
            Ordering::Less => Self::Negative,
            Ordering::Equal => Self::Zero,
            Ordering::Greater => Self::Positive,
        }
    }
}
