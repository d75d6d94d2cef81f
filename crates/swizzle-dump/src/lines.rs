//! Numbers in lines: cuda-gdb's `x`, `xxd`, `od`, `hexdump`, and words one behind the other.

use super::*;

/// A line of a dump.
#[derive(Default)]
pub(super) struct Line<'a> {
    pub(super) address: Option<u32>,
    pub(super) numbers: Vec<&'a str>,
    /// The bytes as characters, which `xxd` and others write behind them.
    pub(super) characters: Option<&'a str>,
    /// `*`: lines like the one before were left out.
    pub(super) is_repeat: bool,
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
        let numbers = cells.filter(|cell| !cell.trim_matches(['-', ':']).is_empty());
        return Line { numbers: numbers.collect(), ..Line::default() };
    }
    let (address, rest) = address(trimmed);
    let (numbers, characters) = numbers_and_characters(trimmed, rest, address.is_some());
    // One number a line, behind its name: `smem[3] = 0x10000`.
    let numbers = numbers.rsplit_once('=').map_or(numbers, |(_, number)| number);
    let words = numbers.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
    let numbers = words.filter(|word| !matches!(*word, "" | "*")).collect();
    Line { address, numbers, characters, is_repeat: trimmed == "*" }
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
    let mut brackets = [('|', '|'), ('>', '<')].into_iter();
    let bracketed = brackets.find_map(|(from, to)| {
        let (at, inner) = (rest.find(from)?, rest.strip_suffix(to)?);
        Some((&rest[..at], Some(inner.get(at + 1..).unwrap_or_default())))
    });
    bracketed.unwrap_or((rest, None))
}

/// The address before a colon, also one with its symbol: `0x400 <tile+16>:`.
fn address(line: &str) -> (Option<u32>, &str) {
    let of = || {
        let (before, rest) = line.split_once(':')?;
        let (word, symbol) = before.split_once(char::is_whitespace).unwrap_or((before, ""));
        let symbol = symbol.trim();
        let is_symbol = symbol.is_empty() || symbol.starts_with('<') && symbol.ends_with('>');
        let address = u32::from_str_radix(word.strip_prefix("0x").unwrap_or(word), 16).ok();
        address.filter(|_| is_symbol).map(|address| (Some(address), rest))
    };
    of().unwrap_or((None, line))
}

/// Numbers in lines.
pub(super) fn lines(text: &str, least_bytes: usize) -> Result<Notation, DumpError> {
    let written = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_prompt(line));
    let mut all: Vec<Line<'_>> = written.map(line).collect();
    let is_counted = take_first_column(&mut all);
    let numbers = numbers(&all);
    let radix = radix_of_table(&numbers, is_counted);
    let is_long = |number: &&str| number.len() > 18;
    if radix == Radix::Hex && (numbers.iter().any(is_long) || is_in_memory_order(&all, is_counted)) {
        let pairs =
            |line: &Line<'_>, out: &mut _| line.numbers.iter().try_for_each(|number| push_pairs(number, out));
        return Ok((placed(&all, pairs)?, None));
    }
    // Between lines may be a gap: digits that are padded tell more than addresses.
    let known = bytes_from_digits(&numbers, radix).or_else(|| bytes_from_addresses(&all));
    let (dump, guessed) = sized(&all, radix, known, least_bytes)?;
    Ok((dump, guessed.filter(|_| all.iter().all(|line| line.address.is_none()))))
}

/// The numbers of all lines.
fn numbers<'a>(all: &[Line<'a>]) -> Vec<&'a str> {
    all.iter().flat_map(|line| line.numbers.iter().copied()).collect()
}

/// Numbers that are as wide as is known, or else as all of them need.
pub(super) fn sized(
    all: &[Line<'_>],
    radix: Radix,
    known: Option<usize>,
    least_bytes: usize,
) -> Result<Notation, DumpError> {
    let bytes = known.map_or_else(|| bytes_from_values(&numbers(all), radix, least_bytes), Ok)?;
    let dump = placed(all, |line, out| {
        for value in values(&line.numbers, radix)? {
            out.extend(value.to_le_bytes().into_iter().take(bytes).map(Some));
        }
        Ok(())
    })?;
    Ok((dump, known.is_none().then_some(bytes)))
}

/// Puts the numbers of each line at its address.
fn placed(
    all: &[Line<'_>],
    push: impl Fn(&Line<'_>, &mut Vec<Option<u8>>) -> Result<(), DumpError>,
) -> Result<Dump, DumpError> {
    let first = all.iter().find_map(|line| line.address);
    let (mut out, mut last, mut repeats) = (Vec::new(), Vec::new(), false);
    for line in all {
        if let (Some(first), Some(address)) = (first, line.address) {
            let offset = match address.checked_sub(first).map(|offset| offset as usize) {
                None => {
                    return Err(DumpError(format!("address {address:#x} is before the first, {first:#x}")));
                }
                Some(offset) if offset > BYTES_MAX => {
                    return Err(DumpError(format!("address {address:#x} is {offset} bytes after the first")));
                }
                Some(offset) => offset,
            };
            while repeats && !last.is_empty() && out.len() < offset {
                out.extend_from_slice(&last);
            }
            out.resize(offset, None);
        }
        repeats = line.is_repeat;
        if repeats {
            continue;
        }
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

/// Whether groups are bytes in memory order, as `xxd` writes them, or numbers, as `xxd -e` and `od` do: by the characters
/// behind them; where these tell nothing, groups of two bytes are `xxd`'s, longer ones `xxd -e`'s.
fn is_in_memory_order(lines: &[Line<'_>], is_counted: bool) -> bool {
    let (mut in_order, mut as_numbers) = (0, 0);
    for line in lines {
        let mut characters = line.characters.unwrap_or_default().bytes();
        for number in &line.numbers {
            let bytes = number.len() / 2;
            let is_at = |pair: usize, character: u8| {
                let digits = number.get(2 * pair..2 * pair + 2);
                digits.is_some_and(|digits| u8::from_str_radix(digits, 16) == Ok(character))
            };
            // A dot stands for whatever cannot be printed.
            for (byte, character) in (0..bytes).zip(&mut characters).filter(|(_, sign)| *sign != b'.') {
                in_order += u32::from(is_at(byte, character));
                as_numbers += u32::from(is_at(bytes - 1 - byte, character));
            }
        }
    }
    let has_characters = lines.iter().any(|line| line.characters.is_some());
    let is_usual = || !is_counted && numbers(lines).iter().all(|number| number.len() <= 4);
    has_characters && (in_order > as_numbers || in_order == as_numbers && is_usual())
}

/// `od` and `hexdump` write addresses without a colon: the first column, where it counts on as the others fill memory.
/// Whether it is so.
fn take_first_column(lines: &mut [Line<'_>]) -> bool {
    let full: Vec<&Line<'_>> = lines.iter().filter(|line| !line.is_repeat).collect();
    if full.len() < 2 || full.iter().any(|line| line.address.is_some() || line.numbers.is_empty()) {
        return false;
    }
    let (length, columns) = (full[0].numbers[0].len(), full[0].numbers.len() - 1);
    let is_column = length >= 6 && full.iter().all(|line| line.numbers[0].len() == length);
    // Only the last line may be shorter.
    let is_filled = full[..full.len() - 2].iter().all(|line| line.numbers.len() == columns + 1);
    if !is_column || columns == 0 || !is_filled {
        return false;
    }
    let is_folded = full.len() < lines.len();
    let step = |radix: u32| {
        let address = |line: &&Line<'_>| u32::from_str_radix(line.numbers[0], radix).ok();
        let all: Vec<u32> = full.iter().map(address).collect::<Option<_>>()?;
        let steps = all.windows(2).map(|pair| pair[1].checked_sub(pair[0]).filter(|step| *step > 0));
        let mut steps: Vec<u32> = steps.collect::<Option<_>>()?;
        // The last line may be short, and the end address follows it.
        if steps.len() > 1 {
            steps.pop();
        }
        let step = steps.into_iter().min()?;
        let of_line = [1, 2, 4, 8].map(|bytes| columns as u32 * bytes);
        let fills = |bytes: &u32| step == *bytes || is_folded && step.is_multiple_of(*bytes);
        let is_filled = of_line.iter().any(fills) || full.len() == 2 && step <= columns as u32 * 8;
        is_filled.then_some((step, radix))
    };
    let found = || [8, 16, 10].into_iter().filter_map(step);
    // All of them write 16 bytes a line where they are told nothing.
    let usual = found().find(|(step, _)| *step == 16);
    let Some((_, radix)) = usual.or_else(|| found().next()) else {
        return false;
    };
    for line in lines.iter_mut().filter(|line| !line.is_repeat) {
        line.address = u32::from_str_radix(line.numbers.remove(0), radix).ok();
    }
    true
}

/// Bytes of a number, from how far the addresses of neighbouring lines are apart; between some of them may be a gap.
fn bytes_from_addresses(lines: &[Line<'_>]) -> Option<usize> {
    let of_pairs = lines.windows(2).filter_map(|pair| {
        let step = pair[1].address?.checked_sub(pair[0].address?)? as usize;
        let count = pair[0].numbers.len();
        [1, 2, 4, 8].into_iter().find(|bytes| count > 0 && step == bytes * count)
    });
    of_pairs.min()
}
