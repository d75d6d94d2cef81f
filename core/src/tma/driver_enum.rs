//! The driver's enumerations, by any of their names and by number.

use alloc::format;
use alloc::string::String;

use crate::hardware::{Element, Named, quoted};
use crate::tma::options::{L2Promotion, OobFill};
use crate::tma::tensor_map::{DataType, Interleave, MapSwizzle};

/// An enumeration of the driver. [`Named::ALL`] is in the order of its numbers, which begin at 0.
///
/// Source: CUDA driver API, `cuda.h`.
pub trait DriverEnum: Named {
    /// What all enumerators of `cuda.h` begin with.
    const PREFIX: &'static str;

    /// The enumerator without its prefix.
    fn enumerator(self) -> &'static str {
        self.name()
    }

    /// A word that is none of `cuda.h`, but of one choice alone.
    #[must_use]
    fn from_word(_word: &str) -> Option<Self> {
        None
    }

    /// The number of the enumerator.
    #[must_use]
    fn number(self) -> usize {
        let at = Self::ALL.iter().position(|one| *one == self);
        at.unwrap_or_default()
    }

    /// The choice that a text means: by its lasting name, the enumerator with or without prefix and type, or its number,
    /// each also behind a cast, and with the name in parentheses behind the number.
    ///
    /// ```
    /// use swizzle_core::tma::{DataType, DriverEnum as _, MapSwizzle};
    /// for text in ["128B", "3", "0x3", "CU_TENSOR_MAP_SWIZZLE_128B", "swizzle 3", "(CUtensorMapSwizzle)3",
    ///     "CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B", "3 (CU_TENSOR_MAP_SWIZZLE_128B)", "SWIZZLE_128B"] {
    ///     assert_eq!(MapSwizzle::from_any(text), Ok(MapSwizzle::B128), "{text}");
    /// }
    /// assert_eq!(DataType::from_any("format 6"), Ok(DataType::Float16));
    /// assert_eq!(DataType::from_any("bf16"), Ok(DataType::Bfloat16));
    /// assert!(MapSwizzle::from_any("3 (CU_TENSOR_MAP_SWIZZLE_64B)").unwrap_err().contains("two values"));
    /// assert!(MapSwizzle::from_any("7").unwrap_err().contains("0 to 6"));
    /// ```
    ///
    /// # Errors
    /// What the text is instead.
    fn from_any(text: &str) -> Result<Self, String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut found: Option<Self> = None;
        let mut fault = None;
        for word in text.split(|c: char| !is_part(c)) {
            if word.is_empty() || is_only_a_type(word) {
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

/// Words around a value that say only which enumeration it is of.
fn is_only_a_type(word: &str) -> bool {
    const TYPES: [&str; 14] = [
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
    ];
    TYPES.iter().any(|one| one.eq_ignore_ascii_case(word))
}

fn one<T: DriverEnum>(word: &str) -> Result<T, String> {
    let number = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
        Some(hex) => usize::from_str_radix(hex, 16).ok(),
        None => word.parse().ok(),
    };
    if let Some(number) = number {
        return T::ALL.get(number).copied().ok_or_else(|| {
            let last = T::ALL.len() - 1;
            format!("{} {number} is not one of 0 to {last}", T::WHAT)
        });
    }
    let upper = word.to_ascii_uppercase();
    // `CU_TENSOR_MAP_SWIZZLE_128B` down to `SWIZZLE_128B`, and the same of `CU_TENSOR_MAP_DATA_TYPE_`.
    let short = T::PREFIX
        .strip_prefix("CU_TENSOR_MAP_")
        .unwrap_or(T::PREFIX);
    let rest = upper.strip_prefix(T::PREFIX);
    let rest = rest.or_else(|| upper.strip_prefix(short)).unwrap_or(&upper);
    let is_it = |one: &T| one.enumerator().eq_ignore_ascii_case(rest);
    let found = T::ALL.iter().copied().find(is_it);
    found
        .or_else(|| T::from_word(&word.to_ascii_lowercase()))
        .map_or_else(|| T::from_name(word).map_err(|why| format!("{why}")), Ok)
}

impl DriverEnum for DataType {
    const PREFIX: &'static str = "CU_TENSOR_MAP_DATA_TYPE_";

    /// Source: PyTorch, CUTLASS and C++ as they name types; CUTLASS makes `UINT8` of all 8-bit floats.
    fn from_word(word: &str) -> Option<Self> {
        let word = word.strip_suffix("_t").unwrap_or(word);
        Some(match word {
            "half" | "fp16" | "__half" => Self::Float16,
            "__nv_bfloat16" | "nv_bfloat16" => Self::Bfloat16,
            "float" | "fp32" | "f32" => Self::Float32,
            "double" | "f64" | "fp64" => Self::Float64,
            "fp8" | "float8_e4m3fn" | "float8_e5m2" | "float_e4m3" | "float_e5m2" | "int8"
            | "byte" => Self::Uint8,
            "int16" => Self::Uint16,
            "int" | "s32" => Self::Int32,
            "u16" => Self::Uint16,
            "u32" => Self::Uint32,
            "tf32" | "tfloat32" => Self::Tfloat32,
            other => Self::from_element(Element::from_name(other).ok()?)?,
        })
    }
}

impl DriverEnum for MapSwizzle {
    const PREFIX: &'static str = "CU_TENSOR_MAP_SWIZZLE_";

    fn enumerator(self) -> &'static str {
        Self::enumerator(self)
    }
}

impl DriverEnum for Interleave {
    const PREFIX: &'static str = "CU_TENSOR_MAP_INTERLEAVE_";
}

impl DriverEnum for L2Promotion {
    const PREFIX: &'static str = "CU_TENSOR_MAP_L2_PROMOTION_";
}

impl DriverEnum for OobFill {
    const PREFIX: &'static str = "CU_TENSOR_MAP_FLOAT_OOB_FILL_";
}
