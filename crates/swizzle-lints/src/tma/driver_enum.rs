//! The driver's enumerations, by any of their names and by number.

use super::*;
use swizzle_expression::Number;
use swizzle_text::vocabulary::{Meaning, compared, meaning, mode_of_bytes};

/// An enumeration of the driver. [`Named::ALL`] is in the order of its numbers, which begin at 0.
///
/// Source: CUDA driver API, `cuda.h`.
pub trait DriverEnum: Named {
    /// The common prefix of the enumerators in `cuda.h`.
    const PREFIX: &'static str;

    /// The enumerator without its prefix.
    fn enumerator(self) -> &'static str {
        self.name()
    }

    /// The choice of a word that is not in `cuda.h` but unambiguous.
    fn from_word(_word: &str) -> Option<Self> {
        None
    }

    /// The choice of a phrase that is unambiguous.
    fn from_phrase(_text: &str) -> Option<Self> {
        None
    }

    /// Whether a word beside the value adds no information, such as a unit.
    fn is_beside(_word: &str) -> bool {
        false
    }

    /// The number of the enumerator.
    fn number(self) -> usize {
        Self::ALL.iter().position(|one| *one == self).unwrap_or_default()
    }

    /// Parses a choice: its stable name, the enumerator with or without prefix and type, or its number, each also after a cast, and
    /// with the name in parentheses after the number.
    ///
    /// ```
    /// use swizzle_core::tma::{DataType, MapSwizzle};
    /// use swizzle_lints::tma::DriverEnum as _;
    /// for text in ["128B", "3", "0x3", "CU_TENSOR_MAP_SWIZZLE_128B", "swizzle 3", "(CUtensorMapSwizzle)3",
    ///     "CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B", "3 (CU_TENSOR_MAP_SWIZZLE_128B)", "SWIZZLE_128B"] {
    ///     assert_eq!(MapSwizzle::from_any(text), Ok(MapSwizzle::B128), "{text}");
    /// }
    /// for text in ["SW128", "128-byte swizzle", "swizzle mode 128 bytes", "Swizzle<3,4,3>", "128"] {
    ///     assert_eq!(MapSwizzle::from_any(text), Ok(MapSwizzle::B128), "{text}");
    /// }
    /// assert_eq!(DataType::from_any("format 6"), Ok(DataType::Float16));
    /// assert_eq!(DataType::from_any("torch.float8_e4m3fn"), Ok(DataType::Uint8));
    /// assert_eq!(DataType::from_any("bf16"), Ok(DataType::Bfloat16));
    /// assert!(MapSwizzle::from_any("3 (CU_TENSOR_MAP_SWIZZLE_64B)").unwrap_err().contains("two values"));
    /// assert!(MapSwizzle::from_any("7").unwrap_err().contains("0 to 6"));
    /// ```
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    fn from_any(text: &str) -> Result<Self, String> {
        if let Some(phrase) = Self::from_phrase(text.trim()) {
            return Ok(phrase);
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut found: Option<Self> = None;
        let mut fault = None;
        for word in text.split(|c: char| !is_part(c)) {
            if word.is_empty() || is_only_a_type(word) || Self::is_beside(word) {
                continue;
            }
            match (one::<Self>(word), found) {
                (Ok(one), Some(before)) if one != before => {
                    return Err(format!("“{}” has two values", quoted(text)));
                }
                (Ok(one), _) => found = Some(one),
                (Err(why), _) => fault = fault.or(Some(why)),
            }
        }
        match (found, fault) {
            (_, Some(why)) => Err(why),
            (Some(found), None) => Ok(found),
            (None, None) => Err(format!("{} is not given", Self::WHAT)),
        }
    }
}

/// Words around a value that only name its enumeration.
fn is_only_a_type(word: &str) -> bool {
    const TYPES: [&str; 20] = [
        "CUtensorMapDataType",
        "CUtensorMapInterleave",
        "CUtensorMapSwizzle",
        "CUtensorMapL2promotion",
        "CUtensorMapFloatOOBfill",
        "static_cast",
        "format",
        "tensorDataType",
        "interleave",
        "swizzle",
        "l2Promotion",
        "oobFill",
        "driver",
        "cuda",
        "torch",
        "cutlass",
        "cute",
        "tl",
        "jnp",
        "np",
    ];
    TYPES.iter().any(|one| one.eq_ignore_ascii_case(word))
}

fn one<T: DriverEnum>(word: &str) -> Result<T, String> {
    let number = Number::literal(word, 10).ok();
    if let Some(number) = number.and_then(|number| usize::try_from(number.value).ok()) {
        let of_width = || T::from_word(word);
        return T::ALL.get(number).copied().or_else(of_width).ok_or_else(|| {
            let last = T::ALL.len() - 1;
            format!("{} {number} is not one of 0 to {last}", T::WHAT)
        });
    }
    let upper = word.to_ascii_uppercase();
    // `CU_TENSOR_MAP_SWIZZLE_128B` down to `SWIZZLE_128B`, and the same of `CU_TENSOR_MAP_DATA_TYPE_`.
    let short = T::PREFIX.strip_prefix("CU_TENSOR_MAP_").unwrap_or(T::PREFIX);
    let rest = upper.strip_prefix(T::PREFIX).or_else(|| upper.strip_prefix(short)).unwrap_or(&upper);
    let is_it = |one: &T| one.enumerator().eq_ignore_ascii_case(rest);
    let found = T::ALL.iter().copied().find(is_it);
    found
        .or_else(|| T::from_word(&word.to_ascii_lowercase()))
        .map_or_else(|| T::from_name(word).map_err(|why| format!("{why}")), Ok)
}

impl DriverEnum for DataType {
    const PREFIX: &'static str = "CU_TENSOR_MAP_DATA_TYPE_";

    /// Source: the vocabulary; C, CUTLASS and PyTorch for types that no operand has. CUTLASS uses `UINT8` for all 8-bit floats;
    /// scale factors are bytes too.
    fn from_word(word: &str) -> Option<Self> {
        let bare = compared(word);
        Some(match &*bare {
            "double" | "f64" | "fp64" => Self::Float64,
            "byte" | "char" | "uchar" | "e8m0" | "ue8m0" | "float_ue8m0" | "float8_e8m0fnu" | "ue4m3"
            | "float_ue4m3" => Self::Uint8,
            "int16" | "s16" | "i16" | "u16" => Self::Uint16,
            "int" | "s32" | "i32" => Self::Int32,
            "u32" | "uint" | "unsigned" => Self::Uint32,
            "s64" | "i64" => Self::Int64,
            "u64" => Self::Uint64,
            "s4" | "u4" | "int4b" | "uint4b" => Self::U4Align8B,
            _ => return of_meaning(meaning(&bare)?),
        })
    }
}

/// The type of a word of the vocabulary.
const fn of_meaning(meaning: Meaning) -> Option<DataType> {
    match meaning {
        Meaning::ElementAs(Element::Tf32) => Some(DataType::Float32),
        Meaning::Element(Element::Tf32) => Some(DataType::Tfloat32),
        Meaning::Element(element) | Meaning::ElementAs(element) => DataType::from_element(element),
        _ => None,
    }
}

impl DriverEnum for MapSwizzle {
    const PREFIX: &'static str = "CU_TENSOR_MAP_SWIZZLE_";

    fn enumerator(self) -> &'static str {
        Self::enumerator(self)
    }

    /// Source: the vocabulary.
    fn from_word(word: &str) -> Option<Self> {
        let mode = match meaning(&compared(word)) {
            // In a tensor map that is another argument.
            _ if word.starts_with("inter") => None,
            Some(Meaning::Swizzle(mode) | Meaning::Layout(mode, _)) => Some(mode),
            _ => mode_of_bytes(word),
        };
        mode.map(Self::from_swizzle)
    }

    /// CuTe's functor, `Swizzle<3,4,3>` or `Sw<3,4,3>`, of bytes.
    fn from_phrase(text: &str) -> Option<Self> {
        let (name, numbers) = text.split_once('<')?;
        let name = name.trim().to_ascii_lowercase();
        let of_cute = matches!(name.rsplit(':').next()?, "swizzle" | "sw" | "");
        let numbers = numbers.strip_suffix('>').filter(|_| of_cute)?;
        let mut numbers = numbers.split(',').map(|number| number.trim().parse());
        let mut next = || numbers.next()?.ok();
        let found: (u32, u32, u32) = (next()?, next()?, next()?);
        Some(Self::from_swizzle(match found {
            (0, ..) => Swizzle::None,
            (1, 4, 3) => Swizzle::B32,
            (2, 4, 3) => Swizzle::B64,
            (3, 4, 3) => Swizzle::B128,
            (2, 5, 2) => Swizzle::B128Atom32,
            _ => return None,
        }))
    }

    fn is_beside(word: &str) -> bool {
        const BESIDE: [&str; 10] =
            ["b", "byte", "bytes", "mode", "width", "span", "swizzled", "swizzling", "size", "pattern"];
        BESIDE.iter().any(|one| one.eq_ignore_ascii_case(word))
    }
}

impl DriverEnum for Interleave {
    const PREFIX: &'static str = "CU_TENSOR_MAP_INTERLEAVE_";
}

impl DriverEnum for L2Promotion {
    const PREFIX: &'static str = "CU_TENSOR_MAP_L2_PROMOTION_";

    fn from_word(word: &str) -> Option<Self> {
        Some(match word.trim_start_matches("l2").trim_start_matches('_') {
            "64b" | "64" => Self::B64,
            "128b" | "128" => Self::B128,
            "256b" | "256" => Self::B256,
            _ => return None,
        })
    }

    fn is_beside(word: &str) -> bool {
        let lower = word.to_ascii_lowercase();
        matches!(&*lower, "b" | "byte" | "bytes" | "l2" | "promotion")
    }
}

impl DriverEnum for OobFill {
    const PREFIX: &'static str = "CU_TENSOR_MAP_FLOAT_OOB_FILL_";

    fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "zero" | "zeros" => Self::None,
            "nan" | "nans" => Self::NanRequestZeroFma,
            _ => return None,
        })
    }
}
