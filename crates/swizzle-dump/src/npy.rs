//! NumPy's file format: a header in Python's spelling, then the bytes of the array.

use super::*;

/// The first bytes of a NumPy file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The bytes of the array, in memory order.
pub(super) fn dump_from_npy(file: &[u8]) -> Result<Dump, DumpError> {
    let number = |from: usize, count: usize| {
        let digits = file.get(from..from + count)?.iter().rev();
        Some(digits.fold(0_usize, |number, byte| number << 8 | usize::from(*byte)))
    };
    let split = || {
        let version = *file.get(6)?;
        let (length, start) = if version == 1 { (number(8, 2)?, 10) } else { (number(8, 4)?, 12) };
        file.split_at_checked(length.checked_add(start)?).map(|(head, bytes)| (&head[start..], bytes))
    };
    let (header, bytes) = split().ok_or_else(|| DumpError("the .npy file ends in its header".into()))?;
    let header = String::from_utf8_lossy(header);
    if header.contains("'fortran_order': True") {
        return Err(DumpError(
            "the array in the .npy file is in Fortran order; save a copy in C order".into(),
        ));
    }
    let type_text = header.split("'descr':").nth(1).unwrap_or_default().trim_start();
    if !type_text.starts_with('\'') {
        return Err(DumpError("the array in the .npy file has several fields".into()));
    }
    if type_text.starts_with("'>") {
        return Err(DumpError(format!(
            "the array in the .npy file is big-endian ({})",
            type_text.chars().take(5).collect::<String>()
        )));
    }
    if bytes.is_empty() {
        return Err(DumpError("the array in the .npy file has no bytes".into()));
    }
    Ok(Dump::whole(bytes))
}
