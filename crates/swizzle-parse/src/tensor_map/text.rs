//! The keys and values of a tensor map in a text.

use super::*;

/// The entries of a text about tensor maps.
#[derive(Default)]
pub(crate) struct Entries<'a> {
    pub(crate) what: &'static str,
    pub(crate) of_maps: Vec<Entry<'a>>,
    /// Those of the first message about an argument.
    of_message: Vec<Entry<'a>>,
    pub(crate) target: Option<Chip>,
    pub(crate) unread: Vec<String>,
    pub(crate) error: Option<DriverError>,
    /// Whether it is told in words: each of them counts then.
    pub(crate) is_in_words: bool,
    /// Unread words that may name a swizzle or a type.
    pub(crate) doubted: Vec<String>,
}

/// Words that were not read are named up to so many.
const UNREAD_MAX: usize = 12;

/// The entries of a text; `None` where it is not one of tensor maps.
pub(crate) fn entries(text: &str) -> Option<Entries<'_>> {
    // A text without the name of an argument, or a sentence about one, is not looked at word by word.
    let mut before = "";
    let is_key = |(_, word)| key_of(std::mem::replace(&mut before, word), word).is_some();
    let has_failure = FAILURES.iter().any(|part| text.contains(part));
    if !(words(text).any(is_key) || text.contains(MUST_BE) || has_failure) {
        return None;
    }
    let mut found = Entries {
        what: what_is(text),
        is_in_words: what_is(text) == IN_WORDS && !text.contains(MUST_BE),
        ..Entries::default()
    };
    for line in text.lines() {
        read_line(line, &mut found);
    }
    if text.contains("Making TMA desc") {
        in_bytes(text, &mut found.of_maps);
    }
    let is_of_map = found.of_maps.iter().any(Entry::is_strong);
    if !is_of_map && !found.of_message.is_empty() {
        found.of_maps = std::mem::take(&mut found.of_message);
        found.what = "A message about a tensor map";
    } else if !is_of_map {
        found.what = "An error about a tensor map";
        return (found.of_maps.is_empty() && has_failure).then_some(found);
    }
    Some(found)
}

/// The part that every message about an argument has.
const MUST_BE: &str = " must be ";

/// The parts of a text that tell of a failure, and not of an argument.
const FAILURES: [&str; 6] = [
    "the TMA descriptor",
    "TMA descriptor arguments",
    "TMA descriptor creation",
    "CUDA_ERROR_",
    "constraint violation",
    "before calling cuTensorMap",
];

/// A text that nothing shows to be a program's.
const IN_WORDS: &str = "A tensor map";

/// Whose print it is, by signs of which it has one.
const PRINTS: [(&[&str], &str); 4] = [
    (&["Making TMA desc"], "A tensor map, as DeepGEMM prints it"),
    (&["smem_box_", "globalStridesRaw", "mod16="], "A tensor map, as TileLang prints it"),
    (&["gmem_address"], "A tensor map, as CUTLASS prints it"),
    (&["CUtensorMap", "cuuint"], "A tensor map, as code makes it"),
];

fn what_is(text: &str) -> &'static str {
    let has_one = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    let print = PRINTS.iter().find(|(signs, _)| has_one(signs));
    print.map_or(IN_WORDS, |(_, what)| what)
}

/// The error that a word is, with the word before it: a name, or the number behind `descriptor` or `error code:`.
pub(crate) fn error_of(previous: &str, word: &str) -> Option<DriverError> {
    DriverError::from_name(word).or_else(|| match (previous, word) {
        ("invalid", "argument") => Some(DriverError { code: 1 }),
        ("descriptor" | "code", code) => {
            Some(DriverError { code: code.parse().ok().filter(|code| *code > 0)? })
        }
        _ => None,
    })
}

/// What a message says of an argument that it names, and how much of the rest of the line it is: `boxDim[0] must be <= 256, but
/// got 257`; none where the argument has a value instead.
fn message<'a>(key: Key, name: &'a str, rest: &str) -> Option<(Vec<Entry<'a>>, usize)> {
    let is_between = |c: char| c.is_whitespace() || "=:".contains(c);
    let value = rest.trim_start_matches(is_between);
    if value.len() < rest.len() && (has_digit_first(value) || value.starts_with(any_of("([{C"))) {
        return None;
    }
    let is_part =
        |word| has_digit_first(word) || is_in("elementSize raw", word) || key_of("", word).is_some();
    let (must, _) =
        words(rest).take(8).find(|(_, word)| !is_part(word)).filter(|(_, word)| *word == "must")?;
    let next = rest[must + 1..].find(MUST_BE);
    let own = &rest[..next.map_or(rest.len(), |next| must + 1 + next)];
    let number = |part: &str| {
        let from = own.find(part)? + part.len();
        let (numbers, _, length) = first_number(&own[from..])?;
        Some((*numbers.first()?, from + length))
    };
    let Some((value, end)) = ["but got ", "] = ", "mod16="].into_iter().find_map(number) else {
        return Some((Vec::new(), must + MUST_BE.len()));
    };
    let index = own.strip_prefix('[').and_then(|rest| rest.split_once(']')?.0.parse().ok());
    let index = index.unwrap_or(0_usize).min(4);
    // The values before the reported one are in order; a box of one dimension has no strides.
    let (key, usual, rank) = match key {
        Key::Box => (key, 16, None),
        Key::ElementStrides => (key, 1, Some(index + 1)),
        Key::Extents => (key, 4096, Some(index + 1)),
        Key::DriverStrides | Key::Strides => (Key::DriverStrides, 1 << 16, Some(index + 2)),
        _ => (key, 0, None),
    };
    let before = if usual > 0 { index } else { 0 };
    let entry = |key, numbers| Entry::new(key, name, "", numbers);
    let mut found = vec![entry(key, [vec![usual; before], vec![value]].concat())];
    found.extend(rank.map(|rank| entry(Key::Rank, vec![rank as i128])));
    let bits = own[end..].strip_prefix(" * ").and_then(first_number);
    let length = bits.as_ref().map_or(0, |(.., length)| " * ".len() + length);
    found.extend(bits.map(|(bits, ..)| entry(Key::Bits, bits)));
    if let Some((span @ (32 | 64 | 128), _)) = number("swizzle span (") {
        found.push(Entry::choice(Key::Swizzle, name, &format!("{span}B")));
    }
    Some((found, (end + length).max(must + MUST_BE.len())))
}

fn read_line<'a>(line: &'a str, found: &mut Entries<'a>) {
    let mut unread: Vec<&str> = Vec::new();
    let (mut end, mut before, mut has_key) = (0, "", found.is_in_words);
    for (at, word) in words(line) {
        let previous = std::mem::replace(&mut before, word);
        if at < end {
            continue;
        }
        let after = at + word.len();
        if let Some(error) = error_of(previous, word) {
            found.error = found.error.or(Some(error));
        } else if let Some((value, to)) =
            mode_at(&line[at..]).filter(|_| found.is_in_words || !has_digit_first(word))
        {
            let mode = &line[at..at + value];
            let mode = if mode.starts_with(any_of("nNwW")) && to > value { "none" } else { mode };
            found.add(Entry::choice(Key::Swizzle, word, mode));
            end = at + to;
        } else if let Some(key) = key_of(previous, word) {
            has_key = true;
            if let Some((entries, length)) = message(key, word, &line[after..]) {
                end = after + length;
                if found.of_message.is_empty() {
                    found.of_message = entries;
                }
            } else if let Some((entry, length)) = entry(key, word, &line[after..], found.is_in_words) {
                unread.pop_if(|last| *last == previous && key_of("", word).is_none());
                end = after + length;
                found.of_maps.push(entry);
            } else if let Some(mode) =
                unread.pop_if(|last| key == Key::Swizzle && MapSwizzle::from_any(last).is_ok())
            {
                found.of_maps.push(Entry::choice(key, word, mode));
            } else {
                unread.push(word);
            }
        } else if let Some(key) = key_of_enumerator(word) {
            has_key = true;
            found.add(Entry::choice(key, word, word));
        } else if let Some(target) = target_from_word(word) {
            found.target = found.target.or(Some(target));
        } else if has_key && is_type(word) {
            found.add(Entry::choice(Key::DataType, word, word));
        } else if let Some((numbers, to, noun)) = box_before(&line[at..]).filter(|_| found.is_in_words) {
            end = at + noun;
            let text = &line[at..at + to];
            found.of_maps.push(Entry::new(Key::Box, "box", text, numbers));
        } else if is_kept(word, found.is_in_words) {
            unread.push(word);
        }
    }
    found.leave(&unread);
}

/// Whether a word that was not read is worth naming: log times and types are not, but in words each is.
fn is_kept(word: &str, is_in_words: bool) -> bool {
    let is_type = word.starts_with("cuuint") || word.starts_with("mod");
    let is_silent = is_type || has_digit_first(word) && !word.ends_with('B');
    !is_filler(word) && word != "No" && !word.starts_with("CUtensorMap") && (is_in_words || !is_silent)
}

/// The value of a key, and how much of the rest of the line it is.
fn entry<'a>(key: Key, name: &'a str, rest: &'a str, is_in_words: bool) -> Option<(Entry<'a>, usize)> {
    if key == Key::Swizzle
        && let Some((from, to)) = mode_behind(rest)
    {
        return Some((Entry::choice(key, name, &rest[from..to]), to));
    }
    if key.is_choice() {
        let (from, to) = choice_end(rest)?;
        let value = &rest[from..to];
        // The next key is not a value, nor is a value of another argument.
        let is_other = !is_of(key, value)
            && (is_type(value) || mode_at(value).is_some() || target_from_word(value).is_some());
        if key_of("", value).is_some() || is_other {
            return None;
        }
        return Some((Entry::choice(key, name, value), to));
    }
    let is_box = key == Key::Box && is_in_words;
    let joined = if is_box { behind_noun(rest) } else { 0 };
    let read = if key.is_list() { numbers } else { first_number };
    let (numbers, from, to) = read(&rest[joined..])?;
    let (from, to) = (joined + from, joined + to);
    // `box of 128 rows`: one number is half of a box.
    if is_box && numbers.len() == 1 && name.len() <= 5 {
        return None;
    }
    Some((Entry::new(key, name, &rest[from..to], numbers), to))
}

/// Whether a value is one of the key's enumeration.
pub(crate) fn is_of(key: Key, value: &str) -> bool {
    match key {
        Key::DataType => DataType::from_any(value).is_ok(),
        Key::Swizzle => MapSwizzle::from_any(value).is_ok(),
        Key::Interleave => Interleave::from_any(value).is_ok(),
        Key::L2Promotion => L2Promotion::from_any(value).is_ok(),
        Key::OobFill => OobFill::from_any(value).is_ok(),
        _ => true,
    }
}

/// DeepGEMM's line has strides in elements, but where no comma is before `elem size`, and the swizzle in bytes.
fn in_bytes(text: &str, entries: &mut [Entry<'_>]) {
    let size = entries.iter().find(|entry| entry.key == Key::Bits);
    let bytes = size.and_then(|entry| entry.numbers.first().copied()).unwrap_or(1);
    let has_atoms = text.contains("(base: 1)");
    for entry in entries {
        match entry.key {
            Key::Bits => entry.numbers = vec![bytes.saturating_mul(8)],
            Key::DriverStrides if !text.contains(" elem size") || text.contains(", elem size") => {
                for stride in &mut entry.numbers {
                    *stride = stride.saturating_mul(bytes);
                }
            }
            Key::Swizzle => {
                entry.text = match entry.text.trim() {
                    "128" if has_atoms => "128B_ATOM_32B".into(),
                    "0" | "16" => "none".into(),
                    width @ ("32" | "64" | "128") => format!("{width}B"),
                    other => other.into(),
                };
            }
            _ => {}
        }
    }
}

impl<'a> Entries<'a> {
    /// Adds the value of a word that has no key, where nothing specified it before.
    fn add(&mut self, entry: Entry<'a>) {
        let before = self.of_maps.iter().find(|one| one.key == entry.key);
        match before {
            None => self.of_maps.push(entry),
            Some(before) if is_same(before, &entry) => {}
            Some(_) => self.leave(&[&entry.text]),
        }
    }

    /// Names words as unread.
    fn leave(&mut self, words: &[&str]) {
        let room = UNREAD_MAX.saturating_sub(self.unread.len());
        self.unread.extend(words.iter().take(room).map(|word| quoted(word)));
        if self.is_in_words {
            let doubted = words.iter().filter(|word| may_name_choice(word));
            self.doubted.extend(doubted.take(room).map(|word| quoted(word)));
        }
    }
}

/// Whether two values of an enumeration are one.
fn is_same(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    match one.key {
        Key::Swizzle => MapSwizzle::from_any(&one.text) == MapSwizzle::from_any(&other.text),
        Key::DataType => DataType::from_any(&one.text) == DataType::from_any(&other.text),
        _ => one.text.contains(&other.text),
    }
}

// A tensor map in words: swizzle modes, types and chips without a key before them, and what is not to be overlooked.

/// Words of English that join others, words for what is spoken of, and those of messages about a map.
const FILLERS: &str = "a an the of with without and is are by for as at in to it from on that which my our i we use uses using has \
    tma tensormap tensor map copy load loads type dtype element elements data mode torch cutlass cute cuda smem \
    shared memory nvidia chip arch target gpu driver box boxes desc tile making global outer elem nil const base \
    effective raw elementsize bytes multiple error tvm internalerror failed initialize descriptor code invalid arguments \
    local im2col constraint violation was detected before calling cutensormapencodetiled cutensormapencodeim2col \
    __tvm_tensormap_create_tiled bits creation cutensormap cuda_error_";

/// Whether a word says nothing.
pub(crate) fn is_filler(word: &str) -> bool {
    is_in(FILLERS, &word.to_ascii_lowercase())
}

/// Whether a word is a swizzle's name for the noun.
fn is_noun(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    is_in("swizzle swizzled swizzling swizzles sw", &lower)
}

/// The word behind spaces and the signs that join words, and where it ends.
fn next(text: &str) -> (&str, usize) {
    let from = text.len() - text.trim_start_matches(any_of(" -_")).len();
    let word = first_name(&text[from..]);
    (word, from + word.len())
}

/// The unit behind a number: `-byte`, ` bytes`, ` B`; with where it ends.
fn unit_end(text: &str) -> Option<usize> {
    let (word, end) = next(text);
    is_in("B b byte bytes Byte Bytes", word).then_some(end)
}

/// Returns the range of the mode behind the word swizzle: `: 128B`, ` mode 64 bytes`, `<3,4,3>`; none where no mode follows.
fn mode_behind(rest: &str) -> Option<(usize, usize)> {
    if rest.starts_with('<') {
        let end = rest.bytes().take(32).position(|b| b == b'>')? + 1;
        return MapSwizzle::from_phrase(&rest[..end]).is_some().then_some((0, end));
    }
    let mut end = 0;
    for (at, word) in words(rest) {
        if !rest[end..at].chars().all(|c| c.is_whitespace() || ":=(\"'.".contains(c)) {
            return None;
        }
        end = at + word.len();
        if is_in("mode width of is span size type by", word) {
            continue;
        }
        let unit = unit_end(&rest[end..]).filter(|_| is_digits(word));
        let is_mode = match unit {
            // A number of bytes, and not one of the enumeration.
            Some(_) => MapSwizzle::from_word(word).is_some(),
            // Twice the noun: `swizzle SWIZZLE_128B`.
            None => MapSwizzle::from_any(word).is_ok() && !is_noun(word),
        };
        return is_mode.then_some((at, end + unit.unwrap_or(0)));
    }
    None
}

/// The mode that words say at the start of a text, without the noun before it: `128B`, `SW128`, `64-byte swizzle`,
/// `no swizzle`; where its text ends, and where its words end.
fn mode_at(text: &str) -> Option<(usize, usize)> {
    let word = first_name(text);
    let end = word.len();
    let is_number = is_digits(word);
    let value_end = end + unit_end(&text[end..]).filter(|_| is_number).unwrap_or(0);
    let (next, length) = next(&text[value_end..]);
    let noun_end = value_end + length;
    // `128 swizzle 64B`: the mode follows the noun.
    let is_free = is_noun(next) && length > next.len() && mode_behind(&text[noun_end..]).is_none();
    let is_none = is_in("no without", &word.to_ascii_lowercase());
    if is_number || is_none && is_free {
        let is_one = is_none || is_in("32 64 128", word);
        return (is_free && is_one).then_some((end, noun_end));
    }
    let is_bare = is_in("128B 64B 32B", word);
    // `128B wide` is not a mode.
    let is_size = is_in("wide row rows aligned per each apart", next);
    let is_name = matches!(meaning(&compared(word)), Some(Meaning::Swizzle(_) | Meaning::Layout(..)))
        || MapSwizzle::from_name(word).is_ok() && (is_free || !word.eq_ignore_ascii_case("none"));
    if is_bare && is_size || !is_name || MapSwizzle::from_any(word).is_err() {
        return None;
    }
    Some((end, if is_free { noun_end } else { end }))
}

/// Numbers before the noun, `64 x 128 box`: how long they are, and where the noun ends.
fn box_before(text: &str) -> Option<(Vec<i128>, usize, usize)> {
    let (found, from, to) = numbers(text)?;
    let mut rest = words(&text[to..]);
    let (at, noun) = rest.find(|(_, word)| !is_in("TMA tma element elements", word))?;
    // `tensor 4096x4096, box 64x128`: the first numbers are another's.
    let is_one = !text[to..to + at].contains(any_of(",;:.\n"));
    let is_box = is_one && is_in("box boxes", &noun.to_ascii_lowercase());
    (from == 0 && found.len() > 1 && is_box).then_some((found, to, to + at + noun.len()))
}

/// Returns the start of a box's numbers, behind the words that join them to the noun.
fn behind_noun(rest: &str) -> usize {
    let mut from = 0;
    loop {
        let gap = rest[from..].len() - rest[from..].trim_start_matches([' ', ':']).len();
        let word = first_name(&rest[from + gap..]);
        let lower = word.to_ascii_lowercase();
        if !is_in("of is size shape dims dim extents dimensions with", &lower) {
            return from;
        }
        from += gap + word.len();
    }
}

/// The type that a word names beside others, where `byte` is a unit.
fn is_type(word: &str) -> bool {
    !has_digit_first(word)
        && !is_in("byte bytes char unsigned int uint", &word.to_ascii_lowercase())
        && DataType::from_any(word).is_ok()
}

/// Whether a word that was not read may name a swizzle or a type: nothing is accepted then.
fn may_name_choice(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let has_digit = lower.bytes().any(|b| b.is_ascii_digit());
    let mut starts = "float bfloat fp bf f uint int u s i mx nv e tf".split(' ');
    let is_type = has_digit
        && starts.any(|start| {
            let rest = lower.strip_prefix(start).unwrap_or_default();
            has_digit_first(rest)
        });
    let is_mode = lower.contains("swizz")
        || lower.starts_with("sw") && has_digit
        || lower.strip_suffix('b').is_some_and(|rest| !rest.is_empty() && is_digits(rest));
    let is_known = matches!(
        meaning(&compared(word)),
        Some(
            Meaning::NoElement
                | Meaning::NoSwizzle
                | Meaning::Element(_)
                | Meaning::ElementAs(_)
                | Meaning::Swizzle(_)
        )
    );
    is_type || is_mode || is_known || key_of("", word).is_some_and(|key| key.is_choice())
}

// The names that programs have for the arguments of a tensor map.

/// An argument; those that a map has are in the order of its fields.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Key {
    DataType,
    Rank,
    Address,
    Extents,
    /// Strides as the driver receives them.
    DriverStrides,
    Box,
    ElementStrides,
    Channels,
    Pixels,
    LowerCorner,
    UpperCorner,
    Interleave,
    Swizzle,
    L2Promotion,
    OobFill,
    /// Strides with that of an element before them.
    Strides,
    /// Address of the map itself.
    MapAddress,
    /// Bits of an element, where its type is not shown.
    Bits,
}

/// Names, in lower case; each also behind `…_`, or two words of a print with a `+` between them.
///
/// Source: CUTLASS's and TileLang's prints, the driver's own names of its arguments, TileLang's generated host code.
#[rustfmt::skip]
const NAMES: &[(Key, &str)] = &[
    (Key::DataType, "format tensordatatype data_type desc_type"),
    (Key::Rank, "dim rank tensorrank"),
    (Key::Address, "gmem_address globaladdress"),
    (Key::Extents, "globaldim globaldims gmem_dims global+memory"),
    (Key::Strides, "globalstrides globalstride globalstridesraw"),
    (Key::DriverStrides, "cudaglobalstrides gmem_strides outer+stride"),
    (Key::Box, "boxdim box_dim box boxes boxdims box_dims box_size box_shape smem_dims shared+memory"),
    (Key::ElementStrides, "elementstrides elem_strides element_strides element+strides"),
    (Key::Interleave, "interleave"),
    (Key::Swizzle, "swizzle swizzle_mode swizzlemode"),
    (Key::L2Promotion, "l2_promotion l2promotion l2+promotion"),
    (Key::OobFill, "oob_fill oobfill oob+fill"),
    (Key::MapAddress, "desc+addr"),
    (Key::Bits, "elem+size"),
    (Key::Channels, "smem_box_channel channelsperpixel"),
    (Key::Pixels, "smem_box_pixel pixelspercolumn"),
    (Key::LowerCorner, "pixelboxlowercorner"),
    (Key::UpperCorner, "pixelboxuppercorner"),
];

/// The argument of a word, with the word before it.
pub(crate) fn key_of(previous: &str, word: &str) -> Option<Key> {
    if word.len() > 64 || word.starts_with("CU_") {
        return None;
    }
    let [previous, word] = [previous, word].map(str::to_ascii_lowercase);
    let is_name = |name: &str| match name.split_once('+') {
        Some((before, own)) => (before, own) == (&previous, &word),
        None => word.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('_')),
    };
    // The longest name: `smem_box_channel`, and not `channel`.
    let all = NAMES.iter().flat_map(|(key, names)| names.split(' ').map(move |name| (name, *key)));
    let named = all.filter(|(name, _)| is_name(name));
    Some(named.max_by_key(|(name, _)| name.len())?.1)
}

/// The argument that an enumerator of `cuda.h` is a value of.
pub(crate) fn key_of_enumerator(word: &str) -> Option<Key> {
    let upper = word.to_ascii_uppercase();
    let rest = upper.strip_prefix("CU_TENSOR_MAP_").unwrap_or(&upper);
    if rest.starts_with("SWIZZLE_") {
        return Some(Key::Swizzle);
    }
    let of_driver = upper.strip_prefix("CU_TENSOR_MAP_")?;
    let prefixes = [
        ("DATA_TYPE_", Key::DataType),
        ("INTERLEAVE_", Key::Interleave),
        ("L2_PROMOTION_", Key::L2Promotion),
        ("FLOAT_OOB_FILL_", Key::OobFill),
    ];
    let found = prefixes.iter().find(|(one, _)| of_driver.starts_with(one));
    found.map(|(_, key)| *key)
}

impl Key {
    /// Whether its value is one of an enumeration.
    pub(crate) const fn is_choice(self) -> bool {
        matches!(self, Self::DataType | Self::Interleave | Self::Swizzle | Self::L2Promotion | Self::OobFill)
    }

    /// Whether its value is a list of numbers.
    pub(crate) const fn is_list(self) -> bool {
        matches!(
            self,
            Self::Extents
                | Self::Strides
                | Self::DriverStrides
                | Self::Box
                | Self::ElementStrides
                | Self::LowerCorner
                | Self::UpperCorner
        )
    }

    /// The field of a map that has its value, and how the map names it among its inferred values.
    pub(crate) fn field(self, map: &mut TypedMap) -> Option<(&mut String, &'static str)> {
        let own = match self {
            Self::Strides => Self::DriverStrides,
            key => key,
        };
        let field = TYPED_FIELDS.get(own as usize)?;
        Some(((field.of_mut)(map), field.name))
    }
}

/// A key and its value.
#[derive(Clone)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Key,
    /// The name of the key, as written in the text, or in the driver's manual.
    pub(crate) name: &'a str,
    /// The value, as written in the text.
    pub(crate) text: String,
    /// Its numbers; none for an enumeration.
    pub(crate) numbers: Vec<i128>,
    /// Whether the text tells the value.
    pub(crate) is_known: bool,
}

impl<'a> Entry<'a> {
    pub(crate) fn choice(key: Key, name: &'a str, text: &str) -> Self {
        Self::new(key, name, text, Vec::new())
    }

    pub(crate) fn new(key: Key, name: &'a str, text: &str, numbers: Vec<i128>) -> Self {
        Self { key, name, text: text.into(), numbers, is_known: true }
    }

    /// Whether it is of tensor maps alone.
    fn is_strong(&self) -> bool {
        match self.key {
            Key::Box => self.numbers.len() > 1 || self.name.len() > 3,
            Key::DataType | Key::Rank | Key::Interleave | Key::Swizzle | Key::MapAddress | Key::Bits => false,
            _ => true,
        }
    }
}

/// Words of a text: runs of letters, digits and `_`, with where they begin.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + text[at..].find(is_name)?;
        at = from + first_name(&text[from..]).len();
        Some((from, &text[from..at]))
    })
}

/// Numbers, and where they begin and end.
type Numbers = (Vec<i128>, usize, usize);

/// Returns the start of a value: behind the size of an array, `=` and `:`.
fn begin(text: &str) -> usize {
    let size = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let behind = size.map_or(text, |(_, behind)| behind);
    let is_set = behind.trim_start().starts_with('=');
    let rest = if is_set { behind } else { text };
    let is_between = |c: char| c.is_whitespace() || "=:".contains(c);
    text.len() - rest.trim_start_matches(is_between).len()
}

/// The numbers of a token: `64`, `64u`, `64x128`. `_64` is a constant of CuTe.
fn numbers_of(word: &str) -> Option<Vec<i128>> {
    let value = |part: &str| Some(i128::from(literal(part)?));
    match word.trim_start_matches('_') {
        hex if hex.starts_with("0x") => Some(vec![value(hex)?]),
        decimal => decimal.split(['x', 'X']).map(value).collect(),
    }
}

/// Longer lists are of nothing that a map holds: its longest have five numbers.
const LIST_MAX: usize = 32;

/// A list of numbers: in brackets with any signs between them, or with one kind of sign, spaces, commas or `x`.
fn numbers(text: &str) -> Option<Numbers> {
    let from = begin(text);
    let (mut found, mut end, mut depth) = (Vec::new(), from, 0_u32);
    let (mut kind, mut sign, mut is_negative) = (None, "", false);
    for token in Lexer::new(text, Joins::Prose).from(from) {
        match token.text {
            "(" | "[" | "{" if depth > 0 || token.at.start == from => depth += 1,
            ")" | "]" | "}" if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return (!found.is_empty()).then_some((found, from, token.at.end));
                }
            }
            "," | "*" | "×" | "x" | "X" | "by" if depth > 0 || sign.is_empty() && !found.is_empty() => {
                sign = if token.text == "," { "," } else { "x" };
            }
            "-" if has_digit_first(&text[token.at.end..]) => is_negative = true,
            word => {
                let own = numbers_of(word).filter(|_| found.len() < LIST_MAX);
                let of_own = own.as_ref().is_some_and(|own| own.len() > 1);
                let mut signs = [(!found.is_empty()).then_some(sign), of_own.then_some("x")]
                    .into_iter()
                    .flatten()
                    .filter(|_| depth == 0);
                let Some(own) = own.filter(|_| signs.all(|sign| *kind.get_or_insert(sign) == sign)) else {
                    break;
                };
                let factor = if is_negative { -1 } else { 1 };
                found.extend(own.into_iter().map(|one| one * factor));
                (sign, is_negative, end) = ("", false, token.at.end);
            }
        }
    }
    (depth == 0 && !found.is_empty()).then_some((found, from, end))
}

/// The first number of a value: an address may have more behind it, and may be spelled as a null pointer.
fn first_number(text: &str) -> Option<Numbers> {
    let from = begin(text);
    let rest = &text[from..];
    if let Some(null) = ["(nil)", "nullptr", "NULL"].iter().find(|null| rest.starts_with(**null)) {
        return Some((vec![0], from, from + null.len()));
    }
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    let read = Number::read(digits, 10).ok()?;
    let value = i128::from(read.value);
    let value = if digits.len() < rest.len() { -value } else { value };
    Some((vec![value], from, text.len() - read.rest.trim_start_matches(any_of("uUlL")).len()))
}

/// Returns the start and end of an enumeration's value: casts, a number or a name, and the name in parentheses behind it.
fn choice_end(text: &str) -> Option<(usize, usize)> {
    let from = begin(text);
    let mut at = from;
    loop {
        let word = first_name(&text[at..]);
        at += word.len();
        let is_type = word.starts_with("CUtensorMap") || word == "static_cast";
        if !word.is_empty() && !is_type {
            break;
        }
        if word.is_empty() {
            text[at..].strip_prefix(any_of("()<>:. "))?;
            at += 1;
        }
    }
    let rest = &text[at..];
    let is_named = rest.trim_start().starts_with("(CU_");
    let close = rest.find(')').filter(|_| is_named || rest.starts_with(')'));
    Some((from, close.map_or(at, |close| at + close + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_a_map() {
        for (at, field) in TYPED_FIELDS.iter().enumerate() {
            let name = field.aliases.first().copied().unwrap_or(field.key);
            let own = match key_of("", name) {
                Some(Key::Strides) => Some(Key::DriverStrides),
                key => key,
            };
            assert_eq!(own.map(|key| key as usize), Some(at), "{name}");
        }
    }
}
