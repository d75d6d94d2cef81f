//! The notations of dumps: what debuggers, `xxd`, `od`, `hexdump`, Python and NumPy print, and raw files.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::dump::memory::{BYTES_MAX, Dump, DumpError};
use crate::dump::npy::{MAGIC, dump_from_npy};
use crate::dump::tokens::{Radix, Token, bytes_from_digits, bytes_from_values, radix};

/// Reads a dump in whatever notation it comes: cuda-gdb's `x` and `p`, `xxd`, `od`, `hexdump`, words in hex, lists of
/// Python and NumPy, a `.npy` file, or the raw bytes. Numbers without leading zeros are as wide as an element, or wider
/// where one of them needs it.
///
/// ```
/// use swizzle_core::dump::dump_from_bytes;
/// let dump = dump_from_bytes(b"0x400:\t0x00010000\t0x00030002\n0x408:\t0x00050004\t0x00070006\n", 16).unwrap();
/// assert_eq!((dump.address, dump.bytes.len(), dump.number(2, 2)), (Some(0x400), 16, Some(1)));
/// let folded = dump_from_bytes(b"$1 = {0x10000, 0xdeadbeef <repeats 3 times>, 0x1...}", 16).unwrap();
/// assert_eq!(folded.bytes.len(), 20);
/// ```
///
/// # Errors
/// Where there is no number, or something among them that is none.
pub fn dump_from_bytes(file: &[u8], element_bits: u32) -> Result<Dump, DumpError> {
    if file.len() > 8 * BYTES_MAX {
        return Err(DumpError(format!(
            "{} bytes are no dump of shared memory",
            file.len()
        )));
    }
    if file.is_empty() {
        return Err(DumpError("there is nothing in it".into()));
    }
    if file.starts_with(MAGIC) {
        return dump_from_npy(file);
    }
    let is_text =
        |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0c' | b' '..=b'~' | 0x80..);
    let text = core::str::from_utf8(file)
        .ok()
        .filter(|text| !text.is_empty() && text.bytes().all(|byte| is_text(&byte)));
    let Some(text) = text else {
        if file.len() > BYTES_MAX {
            return Err(DumpError(format!(
                "{} bytes are no dump of shared memory",
                file.len()
            )));
        }
        return Ok(Dump {
            address: None,
            bytes: file.iter().map(|byte| Some(*byte)).collect(),
        });
    };
    let element_bytes = (element_bits / 8).max(1) as usize;
    // Behind an address or between bars, brackets and commas are bytes as characters.
    let first = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !is_prompt(line));
    let is_table = first.is_some_and(|first| line(first).address.is_some() || first.contains('|'));
    let is_list = !is_table && text.contains(['{', '[', ',']);
    let dump = if is_list {
        list(text, element_bytes)?
    } else {
        lines(text, element_bytes)?
    };
    if dump.bytes.is_empty() {
        return Err(DumpError("there are no numbers in it".into()));
    }
    Ok(dump)
}

/// Numbers between commas or brackets.
fn list(text: &str, element_bytes: usize) -> Result<Dump, DumpError> {
    let address = address_of_print(text);
    let body = text.find(['{', '[']).map_or(text, |at| &text[at..]);
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut words = body
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | '[' | ']' | '(' | ')'))
        .filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        if word == "<repeats" {
            let times = words.next().and_then(|times| times.parse::<usize>().ok());
            if let (Some(times), Some(last)) = (times, tokens.last_mut()) {
                last.times = times.min(BYTES_MAX);
            }
            words.next();
            continue;
        }
        // A debugger's cut, behind the last number; or NumPy's, amid them: what follows has no known place.
        let (number, is_cut) = match word.strip_suffix("...") {
            Some(number) => (number, true),
            None => (word, false),
        };
        if number.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
            || is_hex_word(number)
        {
            tokens.push(Token::once(number));
        }
        if is_cut {
            break;
        }
    }
    let radix = radix(&tokens, true);
    let bytes =
        dtype_bytes(text).or_else(|| bytes_from_digits(&tokens, radix).filter(|bytes| *bytes >= 4));
    let mut out = Vec::new();
    push(&tokens, radix, bytes, element_bytes, &mut out)?;
    Ok(Dump {
        address,
        bytes: out,
    })
}

/// A word of hex digits that has a decimal one: `array`, `tensor` and `device` are none.
fn is_hex_word(word: &str) -> bool {
    word.len() >= 2
        && word.len().is_multiple_of(2)
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// The address in `p/x *(@shared int*)0x400@2048`.
fn address_of_print(text: &str) -> Option<u32> {
    let (before, _) = text.split_once('@').map(|_| text.rsplit_once('@'))??;
    let at = before.rfind("0x")?;
    u32::from_str_radix(&before[at + 2..], 16)
        .ok()
        .filter(|address| *address > 0)
}

/// Bytes of the type that NumPy names behind the numbers.
fn dtype_bytes(text: &str) -> Option<usize> {
    let (_, name) = text.rsplit_once("dtype=")?;
    let digits: String = name
        .chars()
        .skip_while(|c| !c.is_ascii_digit() && *c != ')')
        .take_while(char::is_ascii_digit)
        .collect();
    match &*digits {
        "8" => Some(1),
        "16" => Some(2),
        "32" => Some(4),
        "64" => Some(8),
        _ => None,
    }
}

/// A command that was copied along.
fn is_prompt(line: &str) -> bool {
    line.starts_with("(cuda-gdb)") || line.starts_with("(gdb)")
}

/// A line of a dump.
struct Line<'a> {
    address: Option<u32>,
    tokens: Vec<Token<'a>>,
    /// Groups of bytes in memory order, and not numbers: text stood behind them.
    is_in_memory_order: bool,
    /// `*`: lines like the one before were left out.
    is_repeat: bool,
}

fn lines(text: &str, element_bytes: usize) -> Result<Dump, DumpError> {
    let mut all: Vec<Line<'_>> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| {
            let line = line.trim_start();
            !line.is_empty() && !is_prompt(line)
        })
        .map(line)
        .collect();
    take_first_column(&mut all);
    let tokens: Vec<Token<'_>> = all
        .iter()
        .flat_map(|line| line.tokens.iter().copied())
        .collect();
    let radix = radix(&tokens, false);
    let by_digits = bytes_from_digits(&tokens, radix);
    let bytes = by_digits.or_else(|| bytes_from_addresses(&all));
    let first = all.iter().find_map(|line| line.address);
    let mut out: Vec<Option<u8>> = Vec::new();
    let mut last: Vec<Option<u8>> = Vec::new();
    let mut repeats = false;
    for line in &all {
        if line.is_repeat {
            repeats = true;
            continue;
        }
        if let (Some(first), Some(address)) = (first, line.address) {
            let Some(offset) = address.checked_sub(first).map(|offset| offset as usize) else {
                return Err(DumpError(format!(
                    "address {address:#x} is before the first, {first:#x}"
                )));
            };
            if offset > BYTES_MAX {
                return Err(DumpError(format!(
                    "address {address:#x} is {offset} bytes behind the first"
                )));
            }
            if repeats && !last.is_empty() {
                while out.len() < offset {
                    out.extend_from_slice(&last);
                }
            }
            out.resize(offset, None);
        }
        repeats = false;
        let from = out.len();
        let is_long = line.tokens.iter().any(|token| token.text.len() > 18);
        if line.is_in_memory_order || is_long {
            for token in &line.tokens {
                push_pairs(token.text, &mut out)?;
            }
        } else {
            push(&line.tokens, radix, bytes, element_bytes, &mut out)?;
        }
        last = out[from..].to_vec();
    }
    Ok(Dump {
        // No block's memory begins at 0: such addresses count from the dump.
        address: first.filter(|address| *address > 0),
        bytes: out,
    })
}

fn line(text: &str) -> Line<'_> {
    let trimmed = text.trim_start();
    let (address, rest) = match trimmed.split_once(':') {
        Some((before, rest)) => {
            let word = before.split_whitespace().next().unwrap_or_default();
            let digits = word.strip_prefix("0x").unwrap_or(word);
            match u32::from_str_radix(digits, 16) {
                Ok(address) => (Some(address), rest),
                Err(_) => (None, trimmed),
            }
        }
        None => (None, trimmed),
    };
    // What stands behind two spaces, or between bars, is the bytes as characters.
    let (numbers, is_in_memory_order) = if address.is_some() {
        match rest.trim_start().split_once("  ") {
            Some((numbers, _)) => (numbers, true),
            None => (rest, false),
        }
    } else {
        match rest.split_once('|') {
            Some((numbers, _)) => (numbers, true),
            None => (rest, false),
        }
    };
    Line {
        address,
        tokens: numbers
            .split_whitespace()
            .filter(|word| *word != "*")
            .map(Token::once)
            .collect(),
        is_in_memory_order,
        is_repeat: trimmed == "*",
    }
}

/// `od` and `hexdump` write addresses without a colon: the first column, where it counts on as the others fill memory.
fn take_first_column(lines: &mut [Line<'_>]) {
    let full: Vec<&Line<'_>> = lines.iter().filter(|line| !line.is_repeat).collect();
    if full
        .iter()
        .any(|line| line.address.is_some() || line.tokens.is_empty())
        || full.len() < 2
    {
        return;
    }
    let length = full[0].tokens[0].text.len();
    let is_column = length >= 6 && full.iter().all(|line| line.tokens[0].text.len() == length);
    if !is_column {
        return;
    }
    let columns = full[0].tokens.len() - 1;
    let found = [8, 16, 10].into_iter().find(|radix| {
        let address = |line: &Line<'_>| u32::from_str_radix(line.tokens[0].text, *radix).ok();
        let all: Option<Vec<u32>> = full.iter().map(|line| address(line)).collect();
        let Some(all) = all else { return false };
        let step = all[1].wrapping_sub(all[0]);
        columns > 0
            && all.windows(2).all(|pair| pair[1] > pair[0])
            && [1, 2, 4, 8].iter().any(|bytes| {
                columns as u32 * bytes == step
                    || full.len() == 2 && step > 0 && step <= columns as u32 * bytes
            })
    });
    let Some(radix) = found else { return };
    for line in lines.iter_mut().filter(|line| !line.is_repeat) {
        line.address = u32::from_str_radix(line.tokens[0].text, radix).ok();
        line.tokens.remove(0);
    }
}

/// Bytes of a number, from how far the addresses of two lines are apart.
fn bytes_from_addresses(lines: &[Line<'_>]) -> Option<usize> {
    let [first, second, ..] = lines else {
        return None;
    };
    let step = second.address?.checked_sub(first.address?)? as usize;
    let count = first.tokens.len();
    let bytes = step.checked_div(count)?;
    (step.is_multiple_of(count) && matches!(bytes, 1 | 2 | 4 | 8)).then_some(bytes)
}

/// Appends the numbers, low byte first.
fn push(
    tokens: &[Token<'_>],
    radix: Radix,
    bytes: Option<usize>,
    element_bytes: usize,
    out: &mut Vec<Option<u8>>,
) -> Result<(), DumpError> {
    let mut values = Vec::with_capacity(tokens.len());
    for token in tokens {
        let value = token.value(radix).ok_or_else(|| {
            let text: String = token.text.chars().take(20).collect();
            DumpError(format!("“{text}” is no number of a dump"))
        })?;
        values.push(value);
    }
    let bytes = bytes.unwrap_or_else(|| bytes_from_values(&values, element_bytes));
    for (token, value) in tokens.iter().zip(values) {
        if out.len().saturating_add(token.times.saturating_mul(bytes)) > BYTES_MAX {
            return Err(DumpError("it is larger than any shared memory".into()));
        }
        for _ in 0..token.times {
            out.extend(value.to_le_bytes()[..bytes].iter().map(|byte| Some(*byte)));
        }
    }
    Ok(())
}

/// Appends bytes in memory order, two hex digits each.
fn push_pairs(text: &str, out: &mut Vec<Option<u8>>) -> Result<(), DumpError> {
    for pair in text.as_bytes().chunks(2) {
        let digits = core::str::from_utf8(pair).unwrap_or_default();
        let byte = u8::from_str_radix(digits, 16)
            .ok()
            .filter(|_| pair.len() == 2);
        let byte = byte.ok_or_else(|| {
            let text: String = text.chars().take(20).collect();
            DumpError(format!("“{text}” is no group of bytes in hex"))
        })?;
        out.push(Some(byte));
    }
    Ok(())
}
