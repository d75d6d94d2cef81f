//! What is said of each slip.

/// What slips lead to, the likeliest first, each with its sentence.
pub(super) type Slips = Vec<(Option<u64>, &'static str)>;

pub(super) const IN_HEX: &str = "In hex these digits would be right: put 0x before them.";
pub(super) const FIELD: &str =
    "That is the field, which counts units of sixteen bytes. Asked for are bytes.";
pub(super) const BYTES: &str = "Those are bytes. The field counts units of sixteen bytes.";
pub(super) const BEFORE_XOR: &str = "That is where it lies without the XOR.";
pub(super) const EXCHANGED: &str = "LBO and SBO are exchanged.";
pub(super) const IS_LBO: &str = "That is LBO.";
pub(super) const IS_SBO: &str = "That is SBO.";
pub(super) const DISTANCE: &str =
    "That is the distance from the start. Add the address of the start.";
pub(super) const ADDRESS: &str = "That is the address. Asked for is the distance from the start.";
pub(super) const FIRST_OF_UNIT: &str =
    "There its unit begins. Count on to the element inside of it.";
pub(super) const ROW_ON: &str = "That is one row too far.";
pub(super) const ROW_BACK: &str = "That is one row short.";
pub(super) const UNIT_ON: &str = "The row is right, but that is one unit too far.";
pub(super) const UNIT_BACK: &str = "The row is right, but that is one unit short.";
pub(super) const SAME_ROW: &str = "The row is right, the unit is another.";
pub(super) const SAME_UNIT: &str = "The unit of the row is right, the row is another.";
pub(super) const STEP_ON: &str = "That is one step too far.";
pub(super) const STEP_BACK: &str = "That is one step short.";
pub(super) const WALKED_ON: &str =
    "That walks straight on, past the end of the swizzle row into the next row.";
pub(super) const ONE_STRIDE: &str = "That is one stride. A read takes more than one.";
pub(super) const ONE_ROW: &str = "That is one row. A group has all rows of an atom.";
pub(super) const ONE_ATOM: &str = "That is one atom. Others lie in between.";
pub(super) const ROW_NUMBER: &str =
    "That is the number of the row. The phase counts lines of the absolute address.";
pub(super) const NOT_MODULO: &str = "Count modulo the number of phases.";
pub(super) const OFFSET_LEFT: &str = "That leaves out the base offset.";
pub(super) const OFFSET_ADDED: &str = "The base offset is subtracted, not added.";
pub(super) const NO_OFFSET: &str =
    "Zero is for a pattern that begins on a boundary of its own size. This one does not.";
pub(super) const UNIT_BEFORE: &str = "That is its unit before the XOR.";
pub(super) const IS_PHASE: &str = "That is the phase. XOR it with the number of the unit.";
pub(super) const IS_SUM: &str = "That is the sum. An XOR carries nothing over.";
pub(super) const OTHER_ARCH: &str = "That is the code of the other architecture.";
pub(super) const IS_RIGHT: &str = "That many are right. Asked for are those that are not.";
pub(super) const IS_WRONG: &str = "That many are wrong. Asked for are those that are right.";
pub(super) const IS_ALL: &str = "That is all of them.";
pub(super) const ONE_GROUP_ROW: &str = "That counts rows. Each has several units.";
pub(super) const ELEMENTS: &str = "Those are elements. A unit holds several of them.";
pub(super) const UNITS: &str = "Those are units, of sixteen bytes each.";
pub(super) const COLUMNS: &str =
    "That is how many units a row has. One read takes more than one of them.";
pub(super) const DATA_BITS: &str = "That counts data bits. Here an element takes a whole slot.";
pub(super) const LINE_UNIT: &str = "That is the unit of its line. Each covers four banks.";
pub(super) const TOO_LARGE: &str =
    "That is sixteen times too large: bytes were taken for units of sixteen.";
pub(super) const TWICE: &str = "That is twice as much.";
pub(super) const HALF: &str = "That is half of it.";
