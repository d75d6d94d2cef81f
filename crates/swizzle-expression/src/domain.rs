//! Domains in which expressions are evaluated: the values of names, and the width of a value.

use std::fmt;

use crate::operator::Binary;

/// Values, and the results of the steps of an expression.
pub trait Domain<N> {
    /// The result of each step.
    type Value;
    /// The reason why a step has no result.
    type Error;

    /// Returns the value of a number of the text.
    fn number(&mut self, number: u64) -> Result<Self::Value, Self::Error>;
    /// Returns the value of a name.
    fn name(&mut self, name: N) -> Result<Self::Value, Self::Error>;
    /// Returns the result of a call, or of a cast of a value to a type.
    fn call(&mut self, name: N, arguments: &[Self::Value]) -> Result<Self::Value, Self::Error>;
    /// Returns the result of an operator on two values.
    fn binary(
        &mut self,
        operator: Binary,
        left: Self::Value,
        right: Self::Value,
    ) -> Result<Self::Value, Self::Error>;
}

/// Why two numbers have no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// It does not fit, or a shift is not 0 to 31.
    Overflow,
    /// A division by 0.
    DividedByZero,
    /// A remainder by 0.
    ModuloZero,
}

impl fmt::Display for ArithmeticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overflow => "overflows",
            Self::DividedByZero => "is divided by 0",
            Self::ModuloZero => "is taken modulo 0",
        })
    }
}

impl std::error::Error for ArithmeticError {}

impl From<ArithmeticError> for String {
    fn from(error: ArithmeticError) -> Self {
        error.to_string()
    }
}

/// Numbers of 64 bits with a sign, of which none wraps; the function answers what names and calls stand for.
#[derive(Debug, Clone)]
pub struct Checked<F>(pub F);

impl<N, E, F> Domain<N> for Checked<F>
where
    F: FnMut(N, &[i64]) -> Result<i64, E>,
    E: From<ArithmeticError>,
{
    type Value = i64;
    type Error = E;

    fn number(&mut self, number: u64) -> Result<i64, E> {
        Ok(i64::try_from(number).map_err(|_| ArithmeticError::Overflow)?)
    }

    fn name(&mut self, name: N) -> Result<i64, E> {
        (self.0)(name, &[])
    }

    fn call(&mut self, name: N, arguments: &[i64]) -> Result<i64, E> {
        (self.0)(name, arguments)
    }

    fn binary(&mut self, operator: Binary, left: i64, right: i64) -> Result<i64, E> {
        Ok(checked(operator, left, right)?)
    }
}

fn checked(operator: Binary, left: i64, right: i64) -> Result<i64, ArithmeticError> {
    let shift = || u32::try_from(right).ok().filter(|shift| *shift < 32);
    let value = match operator {
        Binary::Times => left.checked_mul(right),
        Binary::Over if right == 0 => return Err(ArithmeticError::DividedByZero),
        Binary::Over => left.checked_div(right),
        Binary::Rest if right == 0 => return Err(ArithmeticError::ModuloZero),
        Binary::Rest => left.checked_rem(right),
        Binary::Plus => left.checked_add(right),
        Binary::Minus => left.checked_sub(right),
        Binary::Left => shift().and_then(|shift| left.checked_mul(1 << shift)),
        Binary::Right => shift().map(|shift| left >> shift),
        Binary::And => Some(left & right),
        Binary::Xor => Some(left ^ right),
        Binary::Or => Some(left | right),
    };
    value.ok_or(ArithmeticError::Overflow)
}
