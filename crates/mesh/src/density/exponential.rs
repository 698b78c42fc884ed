//! The exponential function, with the same bits on every machine: only `+ - * /` are used.

use std::f64::consts::LN_2;

/// The power of e, for exponents of at most zero; one for those above, and for what is not a number. The error is a few units in
/// the last place.
///
/// The exponent is a multiple of ln 2, which gives a power of two, and a rest of at most half of ln 2, which gives a short
/// power series.
pub(crate) fn decay(exponent: f64) -> f64 {
    if exponent.is_nan() || exponent >= 0.0 {
        return 1.0;
    }
    let halvings = (-exponent / LN_2).round();
    if halvings > 1000.0 {
        return 0.0;
    }
    let rest = exponent + halvings * LN_2;
    let mut sum = 1.0;
    for k in (1..16).rev() {
        sum = 1.0 + rest / f64::from(k) * sum;
    }
    // The biased exponent is from 23 to 1023, so this is a normal number.
    sum * f64::from_bits((1023 - halvings as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::disallowed_methods, reason = "the function of the platform is the judge")]
    fn as_the_platform_has_it() {
        for k in 0..60_000 {
            let exponent = -f64::from(k) * 1.17e-3;
            let expected = exponent.exp();
            assert!((decay(exponent) - expected).abs() <= 1e-14 * expected, "{exponent}");
        }
        assert_eq!(decay(0.0), 1.0);
        assert_eq!(decay(3.0), 1.0);
        assert_eq!(decay(f64::NAN), 1.0);
        assert_eq!(decay(-800.0), 0.0);
        assert_eq!(decay(f64::NEG_INFINITY), 0.0);
    }
}
