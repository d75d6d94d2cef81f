//! Integer expressions, in the order in which they are worked out.

use crate::domain::Domain;
use crate::operator::Binary;

/// One step of an expression: what it takes was left by the steps before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<N> {
    /// Leaves a number.
    Number(u64),
    /// Leaves what a name stands for, its index or the operand of its `sizeof` included: `x[3]`, `sizeof(half)`.
    Name(N),
    /// Takes two values.
    Binary(Binary),
    /// Takes as many values as a call has arguments; a cast is a call of its type.
    Call(N, usize),
}

/// An expression in the order in which it is worked out.
///
/// ```
/// use swizzle_expression::{Checked, Expression, Name};
/// let expression = Expression::parse("(rows * 8 >> 4) + 1").unwrap();
/// let mut rows = Checked(|name: Name<'_>, _: &[i64]| if name.text == "rows" { Ok(64) } else { Err("unknown".to_string()) });
/// assert_eq!(expression.evaluate(&mut rows), Ok(33));
/// assert_eq!(Expression::parse("8 * (2 +").unwrap_err().to_string(), "a number, a name or a bracket is missing");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<N>(Vec<Step<N>>);

/// A name of a text, and the byte at which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name.
    pub text: &'a str,
    /// The byte at which it begins.
    pub at: usize,
}

impl<N: Copy> Expression<N> {
    /// The parser puts no step before those that leave what it takes.
    pub(crate) const fn new(steps: Vec<Step<N>>) -> Self {
        Self(steps)
    }

    /// The same with other names; `other` may refuse one.
    pub fn with_names<M, E>(
        &self,
        mut other: impl FnMut(N) -> Result<M, E>,
    ) -> Result<Expression<M>, E> {
        let steps = self.0.iter().map(|step| {
            Ok(match *step {
                Step::Number(number) => Step::Number(number),
                Step::Binary(operator) => Step::Binary(operator),
                Step::Name(name) => Step::Name(other(name)?),
                Step::Call(name, count) => Step::Call(other(name)?, count),
            })
        });
        Ok(Expression(steps.collect::<Result<_, E>>()?))
    }

    /// Evaluates the expression; returns its value, or the error of the domain.
    pub fn evaluate<D: Domain<N>>(&self, domain: &mut D) -> Result<D::Value, D::Error> {
        let mut values: Vec<D::Value> = Vec::new();
        let taken = |values: &mut Vec<D::Value>| values.pop().expect("an operand");
        for step in &self.0 {
            let value = match *step {
                Step::Number(number) => domain.number(number)?,
                Step::Name(name) => domain.name(name)?,
                Step::Binary(operator) => {
                    let right = taken(&mut values);
                    domain.binary(operator, taken(&mut values), right)?
                }
                Step::Call(name, count) => {
                    let arguments = values.split_off(values.len() - count);
                    domain.call(name, &arguments)?
                }
            };
            values.push(value);
        }
        Ok(taken(&mut values))
    }
}
