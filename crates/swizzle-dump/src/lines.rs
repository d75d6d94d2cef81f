//! Numbers in lines: cuda-gdb's `x`, `xxd`, `od`, `hexdump`, and words one behind the other.

use super::*;

/// A line of a dump.
pub(super) struct Line<'a> {
    pub(super) address: Option<u32>,
    tokens: Vec<Token<'a>>,
    /// The bytes as characters, which `xxd` and others write behind them.
    pub(super) characters: Option<&'a str>,
    /// `*`: lines like the one before were left out.
    is_repeat: bool,
}

/// A command that was copied along.
pub(super) fn is_prompt(line: &str) -> bool {
    line.starts_with("(cuda-gdb)") || line.starts_with("(gdb)")
}

/// Takes a line apart.
pub(super) fn line(text: &str) -> Line<'_> {
    let trimmed = text.trim_start();
    // A row of a table has bars around each number.
    if let Some(row) = trimmed.strip_prefix('|') {
        let cells = row.split('|').map(str::trim);
        let is_rule = |cell: &str| cell.bytes().all(|b| matches!(b, b'-' | b':'));
        return Line {
            address: None,
            tokens: cells.filter(|cell| !is_rule(cell)).map(Token::once).collect(),
            characters: None,
            is_repeat: false,
        };
    }
    let (address, rest) = address(trimmed);
    let (numbers, characters) = numbers_and_characters(trimmed, rest, address.is_some());
    // One number a line, behind its name: `smem[3] = 0x10000`.
    let numbers = match numbers.rsplit_once('=') {
        Some((_, number)) => number,
        None => numbers,
    };
    Line {
        address,
        tokens: numbers
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
            .filter(|word| !word.is_empty() && *word != "*")
            .map(Token::once)
            .collect(),
        characters,
        is_repeat: trimmed == "*",
    }
}

/// The numbers of a line, and behind a bar, an angle bracket or two spaces the bytes as characters.
fn numbers_and_characters<'a>(line: &str, rest: &'a str, has_address: bool) -> (&'a str, Option<&'a str>) {
    // `xxd` writes addresses of eight digits.
    if has_address && line.find(':') == Some(8) && !line.starts_with("0x") {
        return match rest.trim_start().split_once("  ") {
            Some((numbers, characters)) => (numbers, Some(characters.trim_start_matches(' '))),
            None => (rest, None),
        };
    }
    for (from, to) in [('|', '|'), ('>', '<')] {
        if let (Some(at), Some(inner)) = (rest.find(from), rest.strip_suffix(to)) {
            return (&rest[..at], Some(inner.get(at + 1..).unwrap_or_default()));
        }
    }
    (rest, None)
}

/// The address before a colon, also one with its symbol: `0x400 <tile+16>:`.
fn address(line: &str) -> (Option<u32>, &str) {
    let Some((before, rest)) = line.split_once(':') else {
        return (None, line);
    };
    let (word, symbol) = before.split_once(char::is_whitespace).unwrap_or((before, ""));
    let symbol = symbol.trim();
    let digits = word.strip_prefix("0x").unwrap_or(word);
    match u32::from_str_radix(digits, 16) {
        Ok(address) if symbol.is_empty() || symbol.starts_with('<') && symbol.ends_with('>') => {
            (Some(address), rest)
        }
        _ => (None, line),
    }
}

/// Numbers in lines.
pub(super) fn lines(text: &str, least_bytes: usize) -> Result<Notation, DumpError> {
    let mut all: Vec<Line<'_>> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_prompt(line)).map(line).collect();
    let is_counted = take_first_column(&mut all);
    let tokens: Vec<Token<'_>> = all.iter().flat_map(|line| line.tokens.iter().copied()).collect();
    let radix = radix_of_table(&tokens, is_counted);
    let is_in_memory_order = tokens.iter().any(|token| token.text.len() > 18 && radix == Radix::Hex)
        || radix == Radix::Hex && is_in_memory_order(&all, is_counted);
    if is_in_memory_order {
        let dump =
            placed(&all, |line, out| line.tokens.iter().try_for_each(|token| push_pairs(token.text, out)))?;
        return Ok(Notation { dump, guessed_bytes: None });
    }
    // Between lines may be a gap: digits that are padded tell more than addresses.
    let known = bytes_from_digits(&tokens, radix).or_else(|| bytes_from_addresses(&all));
    let bytes = known.map_or_else(|| bytes_from_values(&tokens, radix, least_bytes), Ok)?;
    let dump = placed(&all, |line, out| push(&line.tokens, radix, bytes, out))?;
    let is_guessed = known.is_none() && all.iter().all(|line| line.address.is_none());
    Ok(Notation { dump, guessed_bytes: is_guessed.then_some(bytes) })
}

/// Puts the numbers of each line at its address.
fn placed(
    all: &[Line<'_>],
    push: impl Fn(&Line<'_>, &mut Vec<Option<u8>>) -> Result<(), DumpError>,
) -> Result<Dump, DumpError> {
    let first = all.iter().find_map(|line| line.address);
    let mut out: Vec<Option<u8>> = Vec::new();
    let mut last: Vec<Option<u8>> = Vec::new();
    let mut repeats = false;
    for line in all {
        if line.is_repeat {
            repeats = true;
            continue;
        }
        if let (Some(first), Some(address)) = (first, line.address) {
            let offset = offset(first, address)?;
            if repeats && !last.is_empty() {
                while out.len() < offset {
                    out.extend_from_slice(&last);
                }
            }
            out.resize(offset, None);
        }
        repeats = false;
        let from = out.len();
        push(line, &mut out)?;
        if out.len() > BYTES_MAX {
            return Err(DumpError("it is larger than shared memory".into()));
        }
        last = out[from..].to_vec();
    }
    // No block's memory begins at 0: such addresses count from the dump.
    Ok(Dump { address: first.filter(|address| *address > 0), bytes: out })
}

fn offset(first: u32, address: u32) -> Result<usize, DumpError> {
    let Some(offset) = address.checked_sub(first).map(|offset| offset as usize) else {
        return Err(DumpError(format!("address {address:#x} is before the first, {first:#x}")));
    };
    if offset > BYTES_MAX {
        return Err(DumpError(format!("address {address:#x} is {offset} bytes after the first")));
    }
    Ok(offset)
}

/// Whether groups are bytes in memory order, as `xxd` writes them, or numbers, as `xxd -e` and `od` do: by the characters
/// behind them; where these tell nothing, groups of two bytes are `xxd`'s, longer ones `xxd -e`'s.
fn is_in_memory_order(lines: &[Line<'_>], is_counted: bool) -> bool {
    let (mut in_order, mut as_numbers) = (0, 0);
    for line in lines {
        let Some(characters) = line.characters else {
            continue;
        };
        let mut at = 0;
        for token in &line.tokens {
            let bytes = token.text.len() / 2;
            for byte in 0..bytes {
                let Some(character) = characters.as_bytes().get(at + byte).copied() else {
                    continue;
                };
                let digits = |pair: usize| {
                    let digits = token.text.get(2 * pair..2 * pair + 2)?;
                    u8::from_str_radix(digits, 16).ok()
                };
                // A dot stands for whatever cannot be printed.
                if character != b'.' {
                    in_order += u32::from(digits(byte) == Some(character));
                    as_numbers += u32::from(digits(bytes - 1 - byte) == Some(character));
                }
            }
            at += bytes;
        }
    }
    let has_characters = lines.iter().any(|line| line.characters.is_some());
    let is_short = |line: &Line<'_>| line.tokens.iter().all(|token| token.text.len() <= 4);
    let is_usual = !is_counted && lines.iter().all(is_short);
    has_characters && (in_order > as_numbers || in_order == as_numbers && is_usual)
}

/// `od` and `hexdump` write addresses without a colon: the first column, where it counts on as the others fill memory.
/// Whether it is so.
fn take_first_column(lines: &mut [Line<'_>]) -> bool {
    let full: Vec<&Line<'_>> = lines.iter().filter(|line| !line.is_repeat).collect();
    if full.len() < 2 || full.iter().any(|line| line.address.is_some() || line.tokens.is_empty()) {
        return false;
    }
    let length = full[0].tokens[0].text.len();
    let columns = full[0].tokens.len() - 1;
    let is_column = length >= 6 && full.iter().all(|line| line.tokens[0].text.len() == length);
    // Only the last line may be shorter.
    let is_filled = full[..full.len() - 2].iter().all(|line| line.tokens.len() == columns + 1);
    if !is_column || columns == 0 || !is_filled {
        return false;
    }
    let is_folded = lines.iter().any(|line| line.is_repeat);
    let step = |radix: u32| {
        let address = |line: &&Line<'_>| u32::from_str_radix(line.tokens[0].text, radix).ok();
        let all: Vec<u32> = full.iter().map(address).collect::<Option<_>>()?;
        if all.windows(2).any(|pair| pair[1] <= pair[0]) {
            return None;
        }
        let steps = all.windows(2).map(|pair| pair[1] - pair[0]);
        // The last line may be short, and the end address follows it.
        let whole = steps.take(if all.len() > 2 { all.len() - 2 } else { 1 });
        let step = whole.min()?;
        let of_line = [1, 2, 4, 8].map(|bytes| columns as u32 * bytes);
        let is_filled =
            of_line.contains(&step) || is_folded && of_line.iter().any(|bytes| step.is_multiple_of(*bytes));
        (is_filled || full.len() == 2 && step <= columns as u32 * 8).then_some(step)
    };
    let radices = [8, 16, 10];
    // All of them write 16 bytes a line where they are told nothing.
    let usual = radices.into_iter().find(|radix| step(*radix) == Some(16));
    let Some(radix) = usual.or_else(|| radices.into_iter().find(|radix| step(*radix).is_some())) else {
        return false;
    };
    for line in lines.iter_mut().filter(|line| !line.is_repeat) {
        line.address = u32::from_str_radix(line.tokens[0].text, radix).ok();
        line.tokens.remove(0);
    }
    true
}

/// Bytes of a number, from how far the addresses of neighbouring lines are apart; between some of them may be a gap.
fn bytes_from_addresses(lines: &[Line<'_>]) -> Option<usize> {
    let of_pairs = lines.windows(2).filter_map(|pair| {
        let step = pair[1].address?.checked_sub(pair[0].address?)? as usize;
        let count = pair[0].tokens.len();
        let bytes = step.checked_div(count)?;
        (step.is_multiple_of(count) && matches!(bytes, 1 | 2 | 4 | 8)).then_some(bytes)
    });
    of_pairs.min()
}
