//! The notations of dumps: what debuggers, `xxd`, `od`, `hexdump`, Python and NumPy print, and raw files.

use super::*;

/// Reads a dump in any of these notations: cuda-gdb's `x` and `p`, `xxd`, `od`, `hexdump`, words in hex, lists of
/// Python and NumPy, a `.npy` file, or the raw bytes. Numbers without leading zeros are as wide as an element, or wider
/// where one of them needs it.
///
/// ```
/// use swizzle_dump::dump_from_bytes;
/// let dump = dump_from_bytes(b"0x400:\t0x00010000\t0x00030002\n0x408:\t0x00050004\t0x00070006\n", 16).unwrap();
/// assert_eq!((dump.address, dump.bytes.len(), dump.number(2, 2)), (Some(0x400), 16, Some(1)));
/// let folded = dump_from_bytes(b"$1 = {0x10000, 0xdeadbeef <repeats 3 times>, 0x1...}", 16).unwrap();
/// assert_eq!(folded.bytes.len(), 20);
/// ```
///
/// # Errors
/// If there is no number, something among the numbers is not a number, or the file is larger than any shared memory.
pub fn dump_from_bytes(file: &[u8], element_bits: u32) -> Result<Dump, DumpError> {
    Ok(notation(file, (element_bits / 8).max(1) as usize)?.0)
}

/// Reads the dumps of the same memory: numbers of two files, whose digits leave open how wide they are, are as wide as the
/// wider ones.
///
/// # Errors
/// The same as for [`dump_from_bytes`], with the number of the file.
pub fn dumps_from_files(files: &[&[u8]], element_bits: u32) -> Result<Vec<Dump>, (usize, DumpError)> {
    let element_bytes = (element_bits / 8).max(1) as usize;
    let read = |least: usize| {
        let all = files.iter().enumerate();
        let all = all.map(|(at, file)| notation(file, least).map_err(|why| (at, why)));
        all.collect::<Result<Vec<Notation>, _>>()
    };
    let mut all = read(element_bytes)?;
    if let [(_, Some(one)), (_, Some(other))] = all[..]
        && one != other
    {
        all = read(one.max(other))?;
    }
    Ok(all.into_iter().map(|(dump, _)| dump).collect())
}

/// Reads one file, whose numbers have at least `least_bytes`.
fn notation(file: &[u8], least_bytes: usize) -> Result<Notation, DumpError> {
    let too_large = || Err(DumpError(format!("{} bytes are not a dump of shared memory", file.len())));
    if file.len() > 8 * BYTES_MAX {
        return too_large();
    }
    if file.is_empty() {
        return Err(DumpError("it is empty".into()));
    }
    if file.starts_with(MAGIC) {
        return Ok((dump_from_npy(file)?, None));
    }
    let is_text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0c' | b' '..=b'~' | 0x80..);
    let Some(text) = std::str::from_utf8(file).ok().filter(|text| text.bytes().all(is_text)) else {
        if file.len() > BYTES_MAX {
            return too_large();
        }
        return Ok((Dump::whole(file), None));
    };
    let text = text.trim_start_matches('\u{feff}');
    let read = if is_list(text) { list(text, least_bytes)? } else { lines(text, least_bytes)? };
    if read.0.bytes.is_empty() {
        return Err(DumpError("it contains no numbers".into()));
    }
    Ok(read)
}
