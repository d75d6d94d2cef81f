//! Slips where a number of a stage of scale factors is asked for.

const BLOCK_OF_SIXTEEN: &str =
    "That is for a factor for each sixteen elements. Here more share one.";
const IS_WORD: &str = "That counts groups of four factors. The question asks for the factor.";
const IS_K: &str = "That is the element of K. Several of them share a factor.";
const ROW_AFTER_ROW: &str = "That puts the factors of a row behind those of the row before. In a block rows that are thirty-two apart share a unit.";
const UNIT_ONLY: &str = "There the unit begins. Count on to the row and the factor in it.";
const FACTOR_LEFT: &str = "There the four factors of the row begin. Count on to the factor.";
const ROW_UNIT: &str =
    "That gives each row a unit. A block has thirty-two units, and four rows share one.";
const OF_STAGE: &str = "That counts from the first block of the stage.";
const FIRST_WORD: &str =
    "That is for the first four factors of the row. This one is in the next word.";
const BLOCK_AS_COLUMN: &str =
    "That takes the number of the factor for the column. Four factors share a column.";
const ROW_AS_COLUMN: &str =
    "That is the row. Thirty-two rows share a column, each in a lane of its own.";
const WORDS_SIDE_BY_SIDE: &str = "That puts the two words of a row side by side. Between them are the columns of the other rows.";
const ROW_AS_LANE: &str =
    "That is the copy in the quarter of the row itself. The question asks for another quarter.";
const FIRST_COPY: &str = "That is the first copy. The question asks for another quarter.";
const STEP_AS_ID: &str = "That is the step. The id says which byte of a word, and a word has four.";
const COLUMN_AS_ID: &str = "That is the column. The id is the byte of its word.";
const ID_AS_COLUMN: &str = "That is the id. The question asks for the column.";
const STEP_AS_COLUMN: &str =
    "That goes on by one column a step. A word of every row fills more of them.";
const EVERY_FOUR: &str =
    "That leaves the column as it is for four steps. Here one step uses a whole word.";

/// A quantity asked for, a slip on the way to it, and the sentence about that slip; the likeliest slip first.
pub(super) const FORMULAS: &[(&str, &str, &str)] = &[
    ("block_of", "@ / 16", BLOCK_OF_SIXTEEN),
    ("block_of", "block_of(@) / block_factors", IS_WORD),
    ("block_of", "@", IS_K),
    (
        "byte_in_block",
        "row(@) * block_factors + col(@)",
        ROW_AFTER_ROW,
    ),
    ("byte_in_block", "row(@) * blocks + col(@)", ROW_AFTER_ROW),
    ("byte_in_block", "unit(@) * unit_bytes", UNIT_ONLY),
    (
        "byte_in_block",
        "byte_in_block(@) - word_byte(@)",
        FACTOR_LEFT,
    ),
    ("byte_in_block", "row(@) * unit_bytes + col(@)", ROW_UNIT),
    ("byte_in_block", "byte_in_unit(@)", UNIT_ONLY),
    ("byte_in_block", "byte(@)", OF_STAGE),
    ("column", "column(@) - columns_of_word", FIRST_WORD),
    ("column", "col(@)", BLOCK_AS_COLUMN),
    ("column", "row(@)", ROW_AS_COLUMN),
    (
        "column",
        "row(@) / warp_lanes * 2 + col(@) / block_factors",
        WORDS_SIDE_BY_SIDE,
    ),
    ("lane_of_warp", "row(@)", ROW_AS_LANE),
    ("lane_of_warp", "lane(@)", FIRST_COPY),
    ("id_of_step", "@", STEP_AS_ID),
    ("id_of_step", "column_of_step(@)", COLUMN_AS_ID),
    ("column_of_step", "@", STEP_AS_COLUMN),
    ("column_of_step", "id_of_step(@)", ID_AS_COLUMN),
    (
        "column_of_step",
        "@ / block_factors * columns_of_word",
        EVERY_FOUR,
    ),
];
