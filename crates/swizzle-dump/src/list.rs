//! Numbers between commas or brackets: Python, NumPy, C, and what debuggers print of an array.

use super::*;

/// Whether the numbers are between commas or brackets. Behind an address or between bars, these are bytes as characters.
pub(super) fn is_list(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !is_prompt(line)).map(line);
    let is_table = first.is_some_and(|first| first.address.is_some() || first.characters.is_some());
    !is_table && text.contains(['{', '[', ','])
}

/// Numbers between commas or brackets.
pub(super) fn list(text: &str, least_bytes: usize) -> Result<Notation, DumpError> {
    let numbers = numbers(body(text));
    let radix = radix_of_list(&numbers);
    // Short numbers of equal length are chance.
    let is_told = |bytes: &usize| *bytes >= 4 || numbers.iter().any(is_padded);
    let from_digits = || bytes_from_digits(&numbers, radix).filter(is_told);
    let known = dtype_bytes(text).or_else(|| printed_bytes(text)).or_else(from_digits);
    let (dump, guessed) = sized(&[Line { numbers, ..Line::default() }], radix, known, least_bytes)?;
    Ok((Dump { address: address_of_print(text), ..dump }, guessed))
}

/// The text from the first bracket to the one that closes it. Braces hold only numbers; `smem[]` may precede them.
fn body(text: &str) -> &str {
    let text = &text[text.find('{').or_else(|| text.find('[')).unwrap_or(0)..];
    let mut depth = 0;
    let closes = |(_, byte): &(usize, u8)| {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => return false,
        }
        depth == 0
    };
    let end = text.bytes().enumerate().find(closes);
    end.map_or(text, |(end, _)| &text[..=end])
}

/// The numbers; a group that a debugger folded is repeated as often as it occurred.
fn numbers(body: &str) -> Vec<&str> {
    let (mut numbers, mut open, mut repeats) = (Vec::new(), Vec::new(), false);
    // Where the last number begins, or the group that was closed last.
    let mut last = 0;
    let is_between = |c: char| c.is_whitespace() || ",;{}[]()".contains(c);
    for piece in body.split_inclusive(is_between) {
        let word = piece.trim_end_matches(is_between);
        if repeats {
            if let Ok(times) = word.parse::<usize>() {
                let group = numbers.split_off(last.min(numbers.len()));
                let count = group.len().saturating_mul(times).min(BYTES_MAX.saturating_sub(last));
                numbers.extend(group.into_iter().cycle().take(count));
                repeats = false;
            }
        } else if word == "<repeats" {
            repeats = true;
        } else if !word.is_empty() && word != "times>" {
            // A debugger's cut, behind the last number; or NumPy's, amid them: what follows has no known place.
            let number = word.strip_suffix("...").unwrap_or(word);
            if is_number(number) {
                last = numbers.len();
                numbers.push(number);
            }
            if number != word {
                break;
            }
        }
        if piece.ends_with(['{', '[']) {
            open.push(numbers.len());
        } else if piece.ends_with(['}', ']']) {
            last = open.pop().unwrap_or(last);
        }
    }
    numbers
}

fn is_number(word: &str) -> bool {
    // A word of hex digits has a decimal one: `array`, `tensor` and `device` are none.
    let is_hex = word.contains(|c: char| c.is_ascii_digit())
        && word.len().is_multiple_of(2)
        && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let leads = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.');
    is_hex || word.starts_with(leads) || matches!(word, "nan" | "inf" | "NaN")
}

/// The address in `p/x *(@shared int*)0x400@2048`.
fn address_of_print(text: &str) -> Option<u32> {
    let (before, _) = text.rsplit_once('@')?;
    let (_, digits) = before.rsplit_once("0x")?;
    u32::from_str_radix(digits.trim_end_matches([')', ' ']), 16).ok().filter(|address| *address > 0)
}

/// Bytes of the type that a debugger was asked for: `@shared int`.
fn printed_bytes(text: &str) -> Option<usize> {
    let (_, behind) = text.split_once("@shared ")?;
    let (name, _) = behind.split_once(['*', ')', '('])?;
    let types = [
        (1, "char uint8_t int8_t"),
        (2, "short uint16_t int16_t"),
        (8, "long double uint64_t int64_t"),
        (4, "int unsigned float uint32_t int32_t"),
    ];
    let has = |one: &str| name.split_whitespace().any(|word| word == one);
    let found = types.into_iter().find(|(_, names)| names.split(' ').any(has));
    found.map(|(bytes, _)| bytes)
}

/// Bytes of the type that NumPy names behind the numbers.
fn dtype_bytes(text: &str) -> Option<usize> {
    let (_, name) = text.rsplit_once("dtype=")?;
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit() && c != ')');
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    // Floats are printed as numbers, not as their bits.
    let is_float = name.contains("float");
    let bits = digits.parse::<usize>().ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64) && !is_float);
    bits.map(|bits| bits / 8)
}
