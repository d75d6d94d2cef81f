//! Calls as source code writes them: `f(a, b)`, `f<a>(b)`, `f[a](b)`, `f::<a>(b)`, `f{.a = b}`, and chains of methods.

use std::ops::Range;

/// A call, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call<'a> {
    /// The function with the names before it: `tl::initialize_tcgen05_descriptor`.
    pub(crate) path: &'a str,
    /// The arguments in angle or square brackets behind it.
    pub(crate) template: Vec<Argument<'a>>,
    pub(crate) arguments: Vec<Argument<'a>>,
    /// The range of the call in the text.
    pub(crate) at: Range<usize>,
}

/// An argument, with its name where it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Argument<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) text: &'a str,
}

/// Calls that are looked at: more than a kernel has.
const CALLS_MAX: usize = 64;
/// Methods of a chain that are looked at.
const METHODS_MAX: usize = 32;

/// The places in a text that call functions of these names; of a path, the first part is searched for: `A` of `A.create` and
/// `A::new`. The text is searched once for all names.
pub(crate) fn places<'n>(text: &str, names: &[&'n str]) -> Vec<(usize, &'n str)> {
    let heads: Vec<(&str, &str)> = names.iter().map(|name| (head(name), *name)).collect();
    let bit = |word: &str| 1_u64 << word.len().min(63);
    let lengths = heads.iter().fold(0, |all, (head, _)| all | bit(head));
    let mut all = Vec::new();
    let mut at = 0;
    while all.len() < CALLS_MAX
        && let Some(from) = text[at..].find(|c: char| c.is_ascii_alphabetic() || c == '_')
    {
        let start = at + from;
        at = start
            + text[start..]
                .find(|c| !is_name(c))
                .unwrap_or(text.len() - start);
        let word = &text[start..at];
        if lengths & bit(word) != 0 {
            let named = heads.iter().filter(|(head, _)| *head == word);
            all.extend(named.map(|(_, name)| (start, *name)));
        }
    }
    all
}

/// The first part of a path.
fn head(name: &str) -> &str {
    &name[..name.find(['.', ':']).unwrap_or(name.len())]
}

/// The calls of functions in a text, in the order of the text. A definition is not a call: each of its arguments is a type
/// with a name.
pub(crate) fn calls<'a>(text: &'a str, names: &[&str]) -> Vec<Call<'a>> {
    let places = places(text, names).into_iter();
    let all = places.filter_map(|(at, name)| call_at(text, at, name));
    all.filter(|call| !is_definition(call)).collect()
}

/// The call of a function at the place of its name's first part, which types in brackets may follow: `A[f16].create(…)`.
pub(crate) fn call_at<'a>(text: &'a str, at: usize, name: &str) -> Option<Call<'a>> {
    let (head, tail) = name.split_at(head(name).len());
    let mut name_end = at + head.len();
    if !tail.is_empty() {
        if matches!(text.as_bytes().get(name_end), Some(b'[' | b'<')) {
            name_end = group(text, name_end)?.1;
        }
        let behind = text[name_end..].strip_prefix(tail)?;
        if behind.starts_with(is_name) {
            return None;
        }
        name_end += tail.len();
    }
    let before = &text[..at];
    let is_path = |c: char| is_name(c) || matches!(c, ':' | '.');
    let start = before.trim_end_matches(is_path).len();
    let path = text[start..name_end].trim_start_matches([':', '.']);
    let mut end = name_end;
    let mut template = Vec::new();
    let skip = |at: usize| at + text[at..].len() - text[at..].trim_start().len();
    if text[end..].starts_with("::<") {
        end += 2;
    }
    let open = text.as_bytes().get(end)?;
    if matches!(open, b'<' | b'[') {
        let (parts, after) = group(text, end)?;
        template = parts.into_iter().map(argument).collect();
        end = after;
    }
    end = skip(end);
    let mut arguments = Vec::new();
    match text.as_bytes().get(end) {
        Some(b'(' | b'{') => {
            let (parts, after) = group(text, end)?;
            arguments = parts.into_iter().map(argument).collect();
            end = after;
        }
        _ if template.is_empty() => return None,
        _ => {}
    }
    Some(Call {
        path,
        template,
        arguments,
        at: end - (end - start)..end,
    })
}

/// Whether arguments are parameters: `void* ptr, uint32_t sbo`.
pub(crate) fn is_definition(call: &Call<'_>) -> bool {
    let is_parameter = |argument: &Argument<'_>| {
        let mut words = argument.text.split_whitespace();
        let is_word = |word: &str| word.chars().all(|c| is_name(c) || "&*:<>".contains(c));
        words.clone().count() >= 2 && words.all(is_word)
    };
    let mut all = call.arguments.iter();
    !call.arguments.is_empty() && all.all(is_parameter)
}

/// The methods called one behind another from a place on: `.address(0x800).swizzle(Mode::None)`.
pub(crate) fn methods(text: &str, from: usize) -> Vec<(&str, Vec<Argument<'_>>)> {
    let (mut all, mut at) = (Vec::new(), from);
    while all.len() < METHODS_MAX {
        let rest = &text[at..];
        let Some(behind) = rest.trim_start().strip_prefix('.') else {
            break;
        };
        let name_end = behind.find(|c| !is_name(c)).unwrap_or(behind.len());
        let open = text.len() - behind.len() + name_end;
        if text.as_bytes().get(open) != Some(&b'(') {
            break;
        }
        let Some((parts, after)) = group(text, open) else {
            break;
        };
        let arguments = parts.into_iter().map(argument).collect();
        all.push((&behind[..name_end], arguments));
        at = after;
    }
    all
}

/// Whether a character may be part of a name.
pub(crate) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The parts of a bracketed list, cut at its own commas, and the place behind its closing bracket; none where it is not closed.
pub(crate) fn group(text: &str, open: usize) -> Option<(Vec<&str>, usize)> {
    let bytes = text.as_bytes();
    let mut waiting = Vec::from([closing(*bytes.get(open)?)?]);
    let (mut parts, mut start, mut i) = (Vec::new(), open + 1, open + 1);
    while let Some(&b) = bytes.get(i) {
        let next = bytes.get(i + 1).copied();
        match b {
            b'"' => {
                let end = bytes[i + 1..].iter().position(|b| *b == b'"')?;
                i += end + 1;
            }
            b'<' if next == Some(b'<') => i += 1,
            b'<' if is_angle(bytes, i) => waiting.push(b'>'),
            b'>' if is_shift(bytes, i, &waiting) => i += 1,
            b'>' if waiting.last() == Some(&b'>') && bytes[i - 1] != b'-' => {
                waiting.pop();
            }
            b'(' | b'[' | b'{' => waiting.push(closing(b)?),
            b')' | b']' | b'}' => {
                // An angle bracket that is still open was a comparison.
                while waiting.last() == Some(&b'>') && waiting.len() > 1 {
                    waiting.pop();
                }
                if waiting.pop() != Some(b) {
                    return None;
                }
            }
            b',' if waiting.len() == 1 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
        if waiting.is_empty() {
            let last = text[start..i].trim();
            if !last.is_empty() {
                parts.push(last);
            }
            return Some((parts, i + 1));
        }
        i += 1;
    }
    None
}

const fn closing(open: u8) -> Option<u8> {
    match open {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        b'<' => Some(b'>'),
        _ => None,
    }
}

/// Whether an angle bracket opens a list: it directly follows a name.
fn is_angle(bytes: &[u8], i: usize) -> bool {
    let is_behind_name = bytes[i - 1].is_ascii_alphanumeric() || bytes[i - 1] == b'_';
    is_behind_name && !matches!(bytes.get(i + 1), Some(b'=' | b' ') | None)
}

/// Whether two angle brackets are a shift: they have nothing to close, or spaces around them.
fn is_shift(bytes: &[u8], i: usize, waiting: &[u8]) -> bool {
    let is_double = bytes.get(i + 1) == Some(&b'>');
    let has_spaces = bytes[i - 1] == b' ' && bytes.get(i + 2) == Some(&b' ');
    is_double && (waiting.last() != Some(&b'>') || has_spaces)
}

/// An argument with its name apart: `sbo=64`, `.sbo = 64`, `sbo: 64`.
pub(crate) fn argument(text: &str) -> Argument<'_> {
    let bare = text.strip_prefix('.').unwrap_or(text);
    let name_end = bare.find(|c| !is_name(c)).unwrap_or(bare.len());
    let rest = bare[name_end..].trim_start();
    let value = rest
        .strip_prefix('=')
        .filter(|value| !value.starts_with('='))
        .or_else(|| {
            rest.strip_prefix(':')
                .filter(|value| !value.starts_with(':'))
        });
    match value {
        Some(value) if name_end > 0 => Argument {
            name: Some(&bare[..name_end]),
            text: value.trim(),
        },
        _ => Argument { name: None, text },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'a>(arguments: &[Argument<'a>]) -> Vec<&'a str> {
        arguments.iter().map(|argument| argument.text).collect()
    }

    #[test]
    fn calls_are_taken_apart() {
        for (text, path, template, arguments) in [
            (
                "tl::f(desc, (&(((half_t*)q)[0])), 1, 64);",
                "tl::f",
                &[][..],
                &["desc", "(&(((half_t*)q)[0]))", "1", "64"][..],
            ),
            (
                "a.b.f[8 * 16, 0, X.Y](p)",
                "a.b.f",
                &["8 * 16", "0", "X.Y"],
                &["p"],
            ),
            ("f<1, 1024 >> 4>(d)", "f", &["1", "1024 >> 4"], &["d"]),
            (
                "f<Shape<_1,Shape<_2,_3>>, 2>{}",
                "f",
                &["Shape<_1,Shape<_2,_3>>", "2"],
                &[],
            ),
            (
                "x = f::<4>(1 << 4, g(a, b))",
                "f",
                &["4"],
                &["1 << 4", "g(a, b)"],
            ),
            (
                "f (a < b, \"), \", c)",
                "f",
                &[],
                &["a < b", "\"), \"", "c"],
            ),
        ] {
            let found = calls(text, &["f"]);
            let [call] = &found[..] else {
                panic!("{text}: {found:?}")
            };
            assert_eq!(call.path, path, "{text}");
            assert_eq!(texts(&call.template), template, "{text}");
            assert_eq!(texts(&call.arguments), arguments, "{text}");
        }
    }

    #[test]
    fn names_stand_apart() {
        let found = calls("f(sbo = 64, .lbo = 1, start: p, a == b, x::y)", &["f"]);
        let names: Vec<_> = found[0]
            .arguments
            .iter()
            .map(|a| (a.name, a.text))
            .collect();
        assert_eq!(
            names,
            [
                (Some("sbo"), "64"),
                (Some("lbo"), "1"),
                (Some("start"), "p"),
                (None, "a == b"),
                (None, "x::y"),
            ]
        );
    }

    #[test]
    fn what_is_no_call_is_none() {
        for text in [
            "f",
            "gf(1)",
            "f2(1)",
            "f(1",
            "f(void* p, uint32_t const& sbo) {",
            "f)(",
        ] {
            assert_eq!(calls(text, &["f"]), [], "{text}");
        }
        let deep = "f(".repeat(50_000);
        assert_eq!(calls(&deep, &["f"]), []);
    }

    #[test]
    fn chains_of_methods() {
        let text = "X::builder()\n  .a(1)\n  .b(Y::Z, 2).build();";
        let found = methods(text, text.find("()").unwrap() + 2);
        let found: Vec<_> = found
            .iter()
            .map(|(name, all)| (*name, texts(all)))
            .collect();
        assert_eq!(
            found,
            [
                ("a", Vec::from(["1"])),
                ("b", Vec::from(["Y::Z", "2"])),
                ("build", Vec::new())
            ]
        );
    }
}
