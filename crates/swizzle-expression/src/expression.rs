//! The values of expressions, in any numbers.

use crate::operator::Binary;
use crate::tree::{Node, Part, Row};

impl<'t> Node<'t> {
    /// The value of an expression, in terms of the values of numbers, of an operator's result, and of anything else with its
    /// arguments: names, calls, and what is no expression.
    ///
    /// # Errors
    /// The first that one of them returns.
    ///
    /// ```
    /// use swizzle_expression::tree::tree;
    /// let rows = tree("(rows * 8 >> 4) + 1");
    /// let node = rows[0].only().unwrap();
    /// let value = node.evaluate(|name, _| if name.text == "rows" { Ok(64) } else { Err("unknown".to_string()) });
    /// assert_eq!(value, Ok(33));
    /// ```
    pub fn fold<V: Copy, E>(
        &self,
        number: &mut impl FnMut(u64) -> Result<V, E>,
        other: &mut impl FnMut(&Self, &[V]) -> Result<V, E>,
        binary: &mut impl FnMut(Binary, V, V) -> Result<V, E>,
    ) -> Result<V, E> {
        if let Part::Number(own) = self.kind {
            return number(own);
        }
        let inner = self.rows.iter().map(Row::only);
        let inner: Option<Vec<&Self>> = inner.collect();
        let of = match self.kind {
            Part::Operator(_) => self.of.iter().collect(),
            Part::Group('(') | Part::Call('(') => inner.unwrap_or_default(),
            _ => Vec::new(),
        };
        let mut values = Vec::new();
        for node in of {
            values.push(node.fold(number, other, binary)?);
        }
        match (self.kind, &values[..]) {
            (Part::Group(_) | Part::Operator("+"), [only]) => Ok(*only),
            // A sign is an operator behind 0, or behind all ones.
            (Part::Operator("-"), [only]) => binary(Binary::Minus, number(0)?, *only),
            (Part::Operator("~"), [only]) => {
                let ones = binary(Binary::Minus, number(0)?, number(1)?)?;
                binary(Binary::Xor, ones, *only)
            }
            (Part::Operator(sign), [first, rest @ ..]) => match Binary::from_sign(sign) {
                Some(operator) if !rest.is_empty() => {
                    let mut rest = rest.iter();
                    rest.try_fold(*first, |left, right| binary(operator, left, *right))
                }
                _ => other(self, &values),
            },
            _ => other(self, &values),
        }
    }

    /// Its value in numbers of 64 bits with a sign, of which none wraps; `other` answers what names and calls stand for.
    ///
    /// # Errors
    /// Those of `other`; that a result does not fit, a shift is not 0 to 31, or a number is divided by 0.
    pub fn evaluate<E: From<&'static str>>(
        &self,
        mut other: impl FnMut(&Self, &[i64]) -> Result<i64, E>,
    ) -> Result<i64, E> {
        self.fold(
            &mut |number| Ok(i64::try_from(number).map_err(|_| OVERFLOW)?),
            &mut other,
            &mut |operator, left, right| Ok(checked(operator, left, right)?),
        )
    }
}

const OVERFLOW: &str = "overflows";

/// What two numbers come to, or why they have no result.
fn checked(operator: Binary, left: i64, right: i64) -> Result<i64, &'static str> {
    let shift = || u32::try_from(right).ok().filter(|shift| *shift < 32);
    let value = match operator {
        Binary::Times => left.checked_mul(right),
        Binary::Over if right == 0 => return Err("is divided by 0"),
        Binary::Over => left.checked_div(right),
        Binary::Rest if right == 0 => return Err("is taken modulo 0"),
        Binary::Rest => left.checked_rem(right),
        Binary::Plus => left.checked_add(right),
        Binary::Minus => left.checked_sub(right),
        Binary::Left => shift().and_then(|shift| left.checked_mul(1 << shift)),
        Binary::Right => shift().map(|shift| left >> shift),
        Binary::And => Some(left & right),
        Binary::Xor => Some(left ^ right),
        Binary::Or => Some(left | right),
    };
    value.ok_or(OVERFLOW)
}
