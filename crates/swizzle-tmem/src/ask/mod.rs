//! A question about one place of tensor memory, as a row of a table or a line of words asks it: an element's place, or a
//! place's element.
//!
//! ```
//! use swizzle_tmem::ask::{Asked, Map, What};
//! let d = Map::new(&Asked { m: Some(64), n: Some(64), ..Asked::new(What::D) }).unwrap();
//! let place = d.place([37, 5]).unwrap();
//! assert_eq!((place.lanes(), place.column, place.bit), (vec![69], 5, 0));
//! assert_eq!(d.element(place.first()), Ok(vec![[37, 5]]));
//! ```

mod asked;
mod held;
mod map;
mod place;

use super::*;
use crate::plan::Witness;

use held::*;
pub use {asked::*, map::*, place::*};
