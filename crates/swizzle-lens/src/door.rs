//! The doors: PTX text, cubins and files that hold them, traces of TritonParse; any of them packed with gzip.

use std::io::Read as _;

use swizzle_ptx::door::texts_in_cubin;

/// A text, and the file that it is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The file, and behind a colon the name inside of it.
    pub file: String,
    /// The text.
    pub text: String,
}

/// Offset of the machine number in an ELF file, and the number of NVIDIA's GPUs.
const MACHINE: usize = 0x12;
const CUDA: u8 = 190;

/// An unpacked file is cut here.
const BYTES_MAX: u64 = 1 << 30;

/// The PTX texts in a file's bytes; what holds none is a text itself.
///
/// ```
/// let texts = swizzle_lens::texts_from_bytes("a.ptx", b".version 8.0".to_vec()).unwrap();
/// assert_eq!((texts.len(), texts[0].text.as_str()), (1, ".version 8.0"));
/// ```
///
/// # Errors
/// Why a packed file cannot be unpacked; what to do about a cubin that holds no PTX.
pub fn texts_from_bytes(file: &str, bytes: Vec<u8>) -> Result<Vec<Text>, String> {
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        let unpack = flate2::read::MultiGzDecoder::new(&bytes[..]).take(BYTES_MAX).read_to_end(&mut unpacked);
        unpack.map_err(|error| format!("{file}: {error}"))?;
        unpacked
    } else {
        bytes
    };
    let new = |file: &str, text: String| Text { file: file.to_owned(), text };
    let of_cubin = texts_in_cubin(&bytes);
    if !of_cubin.is_empty() {
        let found = of_cubin.into_iter().map(|text| new(file, text));
        return Ok(found.collect());
    }
    if is_machine_code(&bytes) {
        return Err(match bytes.get(MACHINE) {
            Some(&CUDA) => format!(
                "{file}: a cubin without PTX. Compile with -lineinfo, which keeps the PTX in it, or pass the PTX itself (nvcc -ptx)"
            ),
            _ => format!(
                "{file}: no PTX that can be read. Extract it (cuobjdump -xptx all {file}), and pass that"
            ),
        });
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let of_trace = if text.trim_start().starts_with('{') { texts_of_trace(file, &text) } else { Vec::new() };
    Ok(if of_trace.is_empty() { vec![new(file, text)] } else { of_trace })
}

/// Whether a file's bytes are a cubin, a program, or a fatbin, by their first ones.
///
/// ```
/// assert!(swizzle_lens::is_machine_code(b"\x7fELF\x02\x01"));
/// assert!(!swizzle_lens::is_machine_code(b".version 8.0"));
/// ```
pub fn is_machine_code(bytes: &[u8]) -> bool {
    const ELF: &[u8] = b"\x7fELF";
    const FATBIN: &[u8] = &0xba55_ed50_u32.to_le_bytes();
    bytes.starts_with(ELF) || bytes.starts_with(FATBIN)
}

/// The PTX in a trace of TritonParse: in each line, what has a name that ends in `.ptx`.
fn texts_of_trace(file: &str, trace: &str) -> Vec<Text> {
    let mut texts = Vec::new();
    for line in trace.lines() {
        let Ok(event) = serde_json::from_str::<serde_json::Value>(line) else {
            continue;
        };
        let mut values = vec![event];
        while let Some(value) = values.pop() {
            match value {
                serde_json::Value::Object(map) => {
                    for (name, value) in map {
                        match value {
                            serde_json::Value::String(text) if name.ends_with(".ptx") => {
                                texts.push(Text { file: format!("{file}:{name}"), text });
                            }
                            value => values.push(value),
                        }
                    }
                }
                serde_json::Value::Array(list) => values.extend(list),
                _ => {}
            }
        }
    }
    texts
}
