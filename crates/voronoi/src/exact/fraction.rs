//! Comparing fractions.

use crate::exact::int::Int;
use crate::sign::Sign;

/// The sign of `an / ad - bn / bd`, for positive denominators. Any `i128` fits: the products have 254 bits.
pub(crate) fn compare_fractions(an: i128, ad: i128, bn: i128, bd: i128) -> Sign {
    Int::<4>::product(an, bd).sub(&Int::product(bn, ad)).sign()
}
