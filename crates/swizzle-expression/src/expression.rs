//! Integer expressions, in the order in which they are worked out, and their values.

use std::fmt;

use crate::operator::Binary;

/// One step of an expression: what it takes was left by the steps before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<N> {
    /// Leaves a number.
    Number(u64),
    /// Takes two values.
    Binary(Binary),
    /// Takes as many values as a call has arguments; a name alone has none.
    Call(N, usize),
}

/// An expression in the order in which it is worked out.
///
/// ```
/// use swizzle_expression::{Expression, Name};
/// let expression = Expression::parse("(rows * 8 >> 4) + 1").unwrap();
/// let rows = |name: Name<'_>, _: &[i64]| if name.text == "rows" { Ok(64) } else { Err("unknown".to_string()) };
/// assert_eq!(expression.evaluate(rows), Ok(33));
/// assert_eq!(Expression::parse("8 * (2 +").unwrap_err().to_string(), "a number, a name or a bracket is missing");
/// ```
// The parser puts no step before those that leave what it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<N>(pub(crate) Vec<Step<N>>);

/// A name of a text, and the byte at which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name.
    pub text: &'a str,
    /// The byte at which it begins.
    pub at: usize,
}

impl<N: Copy> Expression<N> {
    /// The same with other names; `other` may refuse one.
    pub fn with_names<M, E>(
        &self,
        mut other: impl FnMut(N) -> Result<M, E>,
    ) -> Result<Expression<M>, E> {
        let steps = self.0.iter().map(|step| {
            Ok(match *step {
                Step::Number(number) => Step::Number(number),
                Step::Binary(operator) => Step::Binary(operator),
                Step::Call(name, count) => Step::Call(other(name)?, count),
            })
        });
        Ok(Expression(steps.collect::<Result<_, E>>()?))
    }

    /// Its value, in terms of the values of numbers, of names and calls, and of an operator's result.
    ///
    /// # Errors
    /// The first that one of them returns.
    pub fn fold<V, E>(
        &self,
        mut number: impl FnMut(u64) -> Result<V, E>,
        mut call: impl FnMut(N, &[V]) -> Result<V, E>,
        mut binary: impl FnMut(Binary, V, V) -> Result<V, E>,
    ) -> Result<V, E> {
        let mut values = Vec::new();
        let taken = |values: &mut Vec<V>| values.pop().expect("an operand");
        for step in &self.0 {
            let value = match *step {
                Step::Number(own) => number(own)?,
                Step::Binary(operator) => {
                    let right = taken(&mut values);
                    binary(operator, taken(&mut values), right)?
                }
                Step::Call(name, count) => {
                    let arguments = values.split_off(values.len() - count);
                    call(name, &arguments)?
                }
            };
            values.push(value);
        }
        Ok(taken(&mut values))
    }

    /// Its value in numbers of 64 bits with a sign, of which none wraps; `call` answers what names and calls stand for.
    ///
    /// # Errors
    /// Those of `call`, and of the arithmetic.
    pub fn evaluate<E: From<ArithmeticError>>(
        &self,
        call: impl FnMut(N, &[i64]) -> Result<i64, E>,
    ) -> Result<i64, E> {
        self.fold(
            |number| Ok(i64::try_from(number).map_err(|_| ArithmeticError::Overflow)?),
            call,
            |operator, left, right| Ok(checked(operator, left, right)?),
        )
    }
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
