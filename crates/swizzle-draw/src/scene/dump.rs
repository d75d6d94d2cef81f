//! Values of a dump as labels of cells.

use crate::scene::Label;
use swizzle_dump::Value;

/// A value as a label.
pub const fn label_of_value(value: Option<Value>) -> Label {
    match value {
        None => Label::Blank,
        Some(Value::Index(index)) => Label::Number(index.cast_signed()),
        Some(Value::Pair(mn, k)) => Label::Pair(mn, k),
        Some(Value::Raw(raw, bytes)) => Label::Raw(raw, bytes),
    }
}
