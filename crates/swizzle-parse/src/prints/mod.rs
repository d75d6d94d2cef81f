//! Output and names of libraries: layouts, atoms, iterators, tensor maps, instruction descriptors.

pub(crate) mod around;
pub(crate) mod atom;
pub(crate) mod cute;
pub(crate) mod formula;
pub(crate) mod idesc;
pub(crate) mod instruction;
pub(crate) mod iterator;
pub(crate) mod layout;
pub(crate) mod map;
pub(crate) mod map_call;
pub(crate) mod map_dialect;
pub(crate) mod nvmma;
