//! The sentences about the slips.

use swizzle_core::Swizzle;

/// The values that slips lead to, the likeliest first, each with its sentence.
pub(crate) type Slips = Vec<(Option<u64>, &'static str)>;

pub(crate) const IN_HEX: &str = "In hex these digits would be right: put 0x before them.";
pub(super) const FIELD: &str =
    "That counts units of sixteen bytes, as a field does. The question asks for bytes.";
pub(super) const BYTES: &str = "Those are bytes. The field counts units of sixteen bytes.";
pub(super) const BEFORE_XOR: &str = "That is where it would be without the swizzle.";
pub(super) const UNIT_BEFORE_XOR: &str =
    "Without the swizzle that unit would be where the right one is: the XOR exchanges the two.";
pub(super) const IN_ONES: &str = "That is where mode 128B puts it. This mode moves units in pairs.";
pub(super) const PACKED: &str = "That is where it is in a tile without gaps and overlaps. The question is about the one that is drawn.";
pub(super) const BANKS_COUNTED: &str =
    "That counts banks. The four banks of a unit work at the same time.";
pub(super) const AFTER_XOR: &str =
    "That is where the swizzle puts it. The question asks for the address before the swizzle.";
pub(super) const XOR_THEN_SUM: &str =
    "That adds to an address that the XOR has changed already. The sum comes first, the XOR last.";
pub(super) const STRAIGHT_ON: &str = "That walks straight on in memory, where another row is. The next unit of the row is elsewhere.";
pub(super) const PHASE_BYTES: &str =
    "That adds the phase to the address. It is XORed into the number of the unit.";
pub(super) const ONE_BYTE_EACH: &str = "That gives each element one byte.";
pub(super) const OF_THE_TILE: &str =
    "That is where the tile stores it. The question asks where the tensor core looks.";
pub(super) const EXCHANGED: &str = "LBO and SBO are exchanged.";
pub(super) const IS_LBO: &str = "That is LBO.";
pub(super) const IS_SBO: &str = "That is SBO.";
pub(super) const DISTANCE: &str =
    "That is the distance from the start. Add the address of the start.";
pub(super) const ADDRESS: &str =
    "That is the address. The question asks for the distance from the start.";
pub(super) const FIRST_OF_UNIT: &str = "Its unit begins there. Count on to the element inside it.";
pub(super) const ROW_ON: &str = "That is one row too far.";
pub(super) const ROW_BACK: &str = "That is one row short.";
pub(super) const UNIT_ON: &str = "The row is right, but that is one unit too far.";
pub(super) const UNIT_BACK: &str = "The row is right, but that is one unit short.";
pub(super) const SWAPPED: &str = "That takes the row for K: an element is named by its row first.";
pub(super) const SAME_ROW: &str = "The row is right, but the unit is not.";
pub(super) const SAME_UNIT: &str = "The unit of the row is right, the row is another.";
pub(super) const STEP_ON: &str = "That is one step too far.";
pub(super) const STEP_BACK: &str = "That is one step short.";
pub(super) const PAST_THE_ROW: &str =
    "That walks straight on, past the end of the swizzle row into the next row.";
pub(super) const ROWS_ON: &str =
    "That leads to other rows of the same unit of K: without swizzle a row has sixteen bytes.";
pub(super) const ALONG_MN: &str = "That leads on along MN, with the same K: MN is contiguous here.";
pub(super) const ELEMENTS_ADDED: &str = "That adds elements. Addresses count bytes.";
pub(super) const FIELDS_ADDED: &str =
    "That adds the number that is added to the field. The question asks for the address, in bytes.";
pub(super) const ONE_STRIDE: &str = "That is one stride. A step takes more than one.";
pub(super) const ONE_ROW: &str = "That is one row. An atom has several of them.";
pub(super) const ONE_ATOM: &str = "That is one atom. There are others in between.";
pub(super) const OF_ATOM: &str =
    "That is one atom, which may be the intended value. The question asks for the actual one.";
pub(super) const TWO_ATOMS: &str = "That is two atoms, or one of a mode twice as wide.";
pub(super) const EIGHT_ROWS: &str = "That counts eight rows. An atom has four of them here.";
pub(super) const FIELD_ONE: &str = "That is what a field of one stands for.";
pub(super) const ROW_NUMBER: &str =
    "That is the number of the row. The phase counts lines of the absolute address.";
pub(super) const ROW_MODULO: &str =
    "That counts rows modulo the phases. Count lines: several rows share one.";
pub(super) const NOT_MODULO: &str = "Count modulo the number of phases.";
pub(super) const OTHER_OFFSET: &str = "The base offset is not that of the pattern.";
pub(super) const LIKE_OFFSET: &str = "All units are right with it, too: this mode has fewer phases than the field has numbers. Write the smallest value that works.";
pub(super) const OFFSET_LEFT: &str = "That leaves out the base offset.";
pub(super) const OFFSET_ADDED: &str = "The base offset is subtracted, neither added nor XORed.";
pub(super) const NOT_MODULO_EIGHT: &str = "Keep the lowest three bits of that.";
pub(super) const NOT_A_BANK: &str =
    "That counts on from line to line. There are thirty-two banks, and each line begins anew.";
pub(super) const NOT_CUT: &str =
    "That is the address that was asked for. The field holds whole units of sixteen bytes.";
pub(super) const ROUNDED_UP: &str = "It is not rounded up: the lowest four bits are dropped.";
pub(super) const UNITS_OF_TILE: &str =
    "Those are the units of the whole tile. One read takes fewer elements of K.";
pub(super) const ONE_BOX: &str =
    "A box is no wider than a swizzle row, and a row of this tile is wider than that.";
pub(super) const ATOM_BOXES: &str =
    "That gives each atom a box. One box takes all the rows of its column, so several atoms.";
pub(super) const UNIT_BOXES: &str =
    "That gives each unit of a row a box. A box is a swizzle row wide, which has several.";
pub(super) const ROW_BOXES: &str =
    "That gives each row a box. One box takes all the rows of its column.";
pub(super) const NO_START: &str = "That is the distance of the column. Add the start of the tile.";
pub(super) const STEP_START: &str =
    "That counts from the start of the step. The column begins where the tile's start says.";
pub(super) const EACH_ELEMENT: &str =
    "That would be one for each element of K. One read takes several of them.";
pub(super) const BY_BYTES: &str = "That divides elements by bytes.";
pub(super) const READ_BYTES: &str = "Those are the bytes of K in one read.";
pub(super) const NO_OFFSET: &str =
    "Zero is for a pattern that begins on a boundary of its own size. This one does not.";
pub(super) const UNIT_BEFORE: &str = "That is its unit before the XOR.";
pub(super) const IS_PHASE: &str = "That is the phase. XOR it with the number of the unit.";
pub(super) const IS_SUM: &str = "That is the sum. An XOR carries nothing over.";
pub(super) const OTHER_ARCH: &str = "That is the code of the other architecture.";
pub(super) const IS_RIGHT: &str = "That many are right. The question asks how many are wrong.";
pub(super) const IS_WRONG: &str = "That many are wrong. The question asks how many are right.";
pub(super) const IS_ALL: &str = "That is all of them.";
pub(super) const ONE_GROUP_ROW: &str = "That counts rows. Each has several units.";
pub(super) const ELEMENTS: &str = "Those are elements. A unit holds several of them.";
pub(super) const UNIT_BYTES_COUNTED: &str = "Those are bytes. A unit has sixteen of them.";
pub(super) const ROW_COUNTED: &str = "That is one row.";
pub(super) const READ_ELEMENTS: &str =
    "That many elements of K are in one read. The question asks for reads.";
pub(super) const ELEMENT_BITS: &str = "Those are the bits of one element.";
pub(super) const UNITS: &str = "Those are units, of sixteen bytes each.";
pub(super) const COLUMNS: &str =
    "That is how many pieces of sixteen bytes a row has. One read takes more than one of them.";
pub(super) const DATA_BITS: &str = "That counts data bits. Here an element takes a whole slot.";
pub(super) const LINE_UNIT: &str = "That is the unit of its line. Each covers four banks.";
pub(super) const TOO_LARGE: &str =
    "That is sixteen times too large: bytes were taken for units of sixteen.";

pub(super) const IDLE_LBO: &str =
    "LBO does nothing in this read, but it is not what was asked for.";

/// Said of the code of another mode.
pub(super) const fn code_of(other: Swizzle) -> &'static str {
    match other {
        Swizzle::None => "That is the code of mode none.",
        Swizzle::B32 => "That is the code of mode 32B.",
        Swizzle::B64 => "That is the code of mode 64B.",
        Swizzle::B128 => "That is the code of mode 128B.",
        Swizzle::B128Atom32 => "That is the code of mode 128B-32B-atom.",
    }
}

/// Whether a sentence speaks of LBO or SBO.
pub(super) fn names_stride(sentence: &str) -> bool {
    sentence.contains("LBO") || sentence.contains("SBO")
}
