//! A tensor map as a program prints it, or as a call encodes it, with the driver's error beside it.

mod call;
mod clause;
mod driver_error;
mod key;
mod print;
mod text;
mod words;

pub(crate) use call::{ArgumentValue, CallArgument, beside_call, choice_in, map_from_call};
pub use driver_error::DriverError;
pub(crate) use key::Key as MapKey;
pub use print::{MapPrint, map_from_print};
