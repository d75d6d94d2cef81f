//! Numbers between commas or brackets: Python, NumPy, C, and what debuggers print of an array.

use super::*;

/// Whether the numbers are between commas or brackets. Behind an address or between bars, these are bytes as characters.
pub(super) fn is_list(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !is_prompt(line));
    let is_table = first.is_some_and(|first| {
        let first = line(first);
        first.address.is_some() || first.characters.is_some()
    });
    !is_table && text.contains(['{', '[', ','])
}

/// Numbers between commas or brackets.
pub(super) fn list(text: &str, least_bytes: usize) -> Result<Notation, DumpError> {
    let tokens = numbers(body(text));
    let radix = radix_of_list(&tokens);
    let known = dtype_bytes(text).or_else(|| printed_bytes(text)).or_else(|| bytes_from_list(&tokens, radix));
    let guessed_bytes = match known {
        Some(_) => None,
        None => Some(bytes_from_values(&tokens, radix, least_bytes)?),
    };
    let mut bytes = Vec::new();
    push(&tokens, radix, known.or(guessed_bytes).unwrap_or(least_bytes), &mut bytes)?;
    Ok(Notation { dump: Dump { address: address_of_print(text), bytes }, guessed_bytes })
}

/// The text from the first bracket to the one that closes it. Braces hold only numbers; `smem[]` may precede them.
fn body(text: &str) -> &str {
    let Some(from) = text.find('{').or_else(|| text.find('[')) else {
        return text;
    };
    let mut depth = 0_u32;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return &text[from..=at];
                }
            }
            _ => {}
        }
    }
    &text[from..]
}

/// The numbers; a group that a debugger folded is repeated as often as it occurred.
fn numbers(body: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut last_group = None;
    let mut repeats = false;
    let is_between = |c: char| c.is_whitespace() || ",;{}[]()".contains(c);
    for piece in body.split_inclusive(is_between) {
        let word = piece.trim_end_matches(is_between);
        if repeats {
            if let Ok(times) = word.parse::<usize>() {
                repeat(&mut tokens, last_group, times.min(BYTES_MAX));
                repeats = false;
            }
        } else if word == "<repeats" {
            repeats = true;
            continue;
        } else if !word.is_empty() && word != "times>" {
            // A debugger's cut, behind the last number; or NumPy's, amid them: what follows has no known place.
            let (number, is_cut) = match word.strip_suffix("...") {
                Some(number) => (number, true),
                None => (word, false),
            };
            if is_number(number) {
                tokens.push(Token::once(number));
                last_group = None;
            }
            if is_cut {
                break;
            }
        }
        if piece.ends_with(['{', '[']) {
            open.push(tokens.len());
        } else if piece.ends_with(['}', ']']) {
            last_group = open.pop();
        }
    }
    tokens
}

/// Makes the last number, or the group that was closed last, occur `times` times.
fn repeat(tokens: &mut Vec<Token<'_>>, group: Option<usize>, times: usize) {
    match group {
        None => {
            if let Some(last) = tokens.last_mut() {
                last.times = times;
            }
        }
        Some(from) => {
            let group = tokens[from.min(tokens.len())..].to_vec();
            for _ in 1..times {
                if tokens.len() + group.len() > BYTES_MAX || group.is_empty() {
                    return;
                }
                tokens.extend_from_slice(&group);
            }
        }
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        || matches!(word, "nan" | "inf" | "NaN")
        || is_hex_word(word)
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
    let (before, _) = text.rsplit_once('@')?;
    let at = before.rfind("0x")?;
    u32::from_str_radix(before[at + 2..].trim_end_matches([')', ' ']), 16).ok().filter(|address| *address > 0)
}

/// Bytes of the type that a debugger was asked for: `@shared int`.
fn printed_bytes(text: &str) -> Option<usize> {
    let (_, behind) = text.split_once("@shared ")?;
    let end = behind.find(['*', ')', '('])?;
    let words: Vec<&str> = behind[..end].split_whitespace().collect();
    let has = |name: &str| words.contains(&name);
    let types = [
        (1, "char uint8_t int8_t"),
        (2, "short uint16_t int16_t"),
        (8, "long double uint64_t int64_t"),
        (4, "int unsigned float uint32_t int32_t"),
    ];
    let found = types.into_iter().find(|(_, names)| names.split(' ').any(has));
    found.map(|(bytes, _)| bytes)
}

/// Bytes of the type that NumPy names behind the numbers.
fn dtype_bytes(text: &str) -> Option<usize> {
    let (_, name) = text.rsplit_once("dtype=")?;
    let digits: String = name
        .chars()
        .skip_while(|c| !c.is_ascii_digit() && *c != ')')
        .take_while(char::is_ascii_digit)
        .collect();
    // Floats are printed as numbers, not as their bits.
    let is_float = name.contains("float");
    let bits = digits.parse::<usize>().ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64) && !is_float);
    bits.map(|bits| bits / 8)
}
