//! Calls that encode a tensor map: the driver's `cuTensorMapEncodeTiled` and `cuTensorMapEncodeIm2col` in C, Rust and Python,
//! and the flat list of TileLang. Arguments are read by what the text sets above the call.
//!
//! Source: CUDA driver API, Tensor Map Object Management; cuda.bindings.driver, which returns the map; TileLang,
//! `runtime.cc` (`TensorMapArgs`).

use super::*;

/// A parameter: what it is, and its name in the driver's manual.
type Parameter = (Key, &'static str);

const TILED: [Parameter; 11] = [
    (Key::DataType, "tensorDataType"),
    (Key::Rank, "tensorRank"),
    (Key::Address, "globalAddress"),
    (Key::Extents, "globalDim"),
    (Key::DriverStrides, "globalStrides"),
    (Key::Box, "boxDim"),
    (Key::ElementStrides, "elementStrides"),
    (Key::Interleave, "interleave"),
    (Key::Swizzle, "swizzle"),
    (Key::L2Promotion, "l2Promotion"),
    (Key::OobFill, "oobFill"),
];

const IM2COL: [Parameter; 14] = [
    (Key::DataType, "tensorDataType"),
    (Key::Rank, "tensorRank"),
    (Key::Address, "globalAddress"),
    (Key::Extents, "globalDim"),
    (Key::DriverStrides, "globalStrides"),
    (Key::LowerCorner, "pixelBoxLowerCorner"),
    (Key::UpperCorner, "pixelBoxUpperCorner"),
    (Key::Channels, "channelsPerPixel"),
    (Key::Pixels, "pixelsPerColumn"),
    (Key::ElementStrides, "elementStrides"),
    (Key::Interleave, "interleave"),
    (Key::Swizzle, "swizzle"),
    (Key::L2Promotion, "l2Promotion"),
    (Key::OobFill, "oobFill"),
];

/// Names that are looked at: more than a file has.
const MAP_CALLS_MAX: usize = 64;

/// The parameters of a function of this name; the driver's may have any prefix and suffix: `lazy_cuTensorMapEncodeTiled`.
fn parameters(name: &str) -> Option<(&'static [Parameter], bool)> {
    let lower = name.to_ascii_lowercase().replace('_', "");
    if lower.contains("tensormapencodetiled") || lower == "encodetiled" {
        return Some((&TILED, false));
    }
    if lower.contains("tensormapencodeim2colwide") {
        return None;
    }
    if lower.contains("tensormapencodeim2col") {
        return Some((&IM2COL, false));
    }
    let is_flat = matches!(
        name,
        "create_tma_descriptor" | "__tvm_tensormap_create_tiled"
    );
    is_flat.then_some((&TILED, true))
}

/// The first call of a text, and what it makes.
pub(crate) fn read(text: &str) -> Option<MapPrint> {
    let has_name = ["ncode", "tma_descriptor", "tensormap_create"];
    let bare = without_comments(text);
    let (call, (parameters, is_flat)) = call(&bare, &has_name)?;
    let scope = Scope::of(&bare);
    let arguments = if is_flat {
        scope.flat(&call, parameters)?
    } else {
        scope.in_order(&call, parameters)
    };
    let mut map = map_from_call(&arguments);
    let more = call.arguments.iter().skip(parameters.len() + 1);
    let more = more.filter(|_| !is_flat);
    map.unread.extend(more.map(|one| quoted(one.text)));
    beside_call(&bare[..call.at.start], &mut map);
    beside_call(&bare[call.at.end..], &mut map);
    Some(map)
}

/// Also `CALL(cuTensorMapEncodeTiled)(&map, …)`, and its name as the first argument, a string: `T.call_packed("…", …)`.
fn call<'t>(text: &'t str, names: &[&str]) -> Option<(Call<'t>, (&'static [Parameter], bool))> {
    let last = |path: &'t str| {
        path.trim_end_matches(')')
            .rsplit(|c| !is_name(c))
            .next()
            .unwrap_or_default()
    };
    let named = |mut call: Call<'t>| {
        if let Some(parameters) = parameters(last(call.path)) {
            return Some((call, parameters));
        }
        let name = call
            .arguments
            .first()?
            .text
            .strip_prefix('"')?
            .strip_suffix('"')?;
        call.path = name;
        call.arguments.remove(0);
        Some((call, parameters(name)?))
    };
    let calls = calls(text, names).into_iter().filter_map(named);
    calls
        .take(MAP_CALLS_MAX)
        .find(|(call, _)| call.arguments.len() > 3)
}

impl Scope {
    /// The arguments of a call by their places, or by their names.
    fn in_order(&self, call: &Call<'_>, parameters: &'static [Parameter]) -> Vec<CallArgument> {
        let unnamed: Vec<&str> = call
            .arguments
            .iter()
            .filter(|one| one.name.is_none())
            .map(|one| one.text)
            .collect();
        // Python's function returns the map; it is not an argument.
        let is_type = |at: usize| {
            let text = unnamed.get(at);
            text.is_some_and(|text| self.choice(Key::DataType, text).is_some())
        };
        let has_map = !is_type(0) && (is_type(1) || unnamed.len() > parameters.len());
        let mut places = unnamed.into_iter().skip(usize::from(has_map));
        let mut all = Vec::new();
        for (key, name) in parameters {
            let named = call.arguments.iter().find(|one| one.name == Some(name));
            let text = match named {
                Some(named) => named.text,
                None => match places.next() {
                    Some("..." | "…") | None => continue,
                    Some(text) => text,
                },
            };
            all.push(self.argument(*key, name, text));
        }
        all
    }

    /// TileLang's list: so many numbers of each dimension, with the stride of an element.
    fn flat(&self, call: &Call<'_>, parameters: &'static [Parameter]) -> Option<Vec<CallArgument>> {
        let mut texts = call.arguments.iter().map(|one| one.text);
        // The first argument of the runtime's function is the map.
        if call.path.contains("tvm_tensormap") {
            texts.next();
        }
        let mut all = Vec::new();
        let mut rank = 0;
        for (key, name) in parameters {
            if !is_array(*key) {
                let one = self.argument(*key, name, texts.next()?);
                if let (Key::Rank, ArgumentValue::Numbers(numbers)) = (*key, &one.value) {
                    rank = usize::try_from(numbers[0]).ok().filter(|rank| *rank <= 5)?;
                }
                all.push(one);
                continue;
            }
            let parts: Vec<&str> = texts.by_ref().take(rank).collect();
            let numbers: Option<Vec<i128>> = parts.iter().map(|text| self.number(text)).collect();
            let skipped = usize::from(*key == Key::DriverStrides);
            all.push(CallArgument {
                key: *key,
                name,
                text: parts.join(", "),
                value: numbers.map_or(ArgumentValue::Unknown, |numbers| {
                    ArgumentValue::Numbers(numbers[skipped.min(numbers.len())..].to_vec())
                }),
            });
        }
        Some(all)
    }

    fn argument(&self, key: Key, name: &'static str, text: &str) -> CallArgument {
        let value = if key.is_choice() {
            self.choice(key, text).map(ArgumentValue::Choice)
        } else if is_array(key) {
            let found = self.list(text);
            let is_signed = matches!(key, Key::LowerCorner | Key::UpperCorner);
            let signed = |number: i128| {
                if is_signed {
                    i128::from(number as u64 as i64)
                } else {
                    number
                }
            };
            let found = found.map(|all| all.into_iter().map(signed).collect());
            found.map(ArgumentValue::Numbers)
        } else {
            let number = self.number(text);
            number.map(|number| ArgumentValue::Numbers([number].into()))
        };
        CallArgument {
            key,
            name,
            text: text.into(),
            value: value.unwrap_or(ArgumentValue::Unknown),
        }
    }

    /// An enumerator, a number, or what a variable of the text was set to.
    fn choice(&self, key: Key, text: &str) -> Option<String> {
        if let Some(one) = choice_in(key, text) {
            return Some(one.into());
        }
        let name = text.rsplit(|c| !is_name(c)).next()?;
        let variable = self.known.iter().rev().find(|one| one.name == name)?;
        match variable.value.constant() {
            Some(number) => {
                let number = std::format!("{number}");
                choice_in(key, &number).map(Into::into)
            }
            None => {
                let mut names = variable.unknown.iter();
                let only = names.next().filter(|_| names.next().is_none())?;
                choice_in(key, only).map(Into::into)
            }
        }
    }
}

/// Whether an argument is an array.
const fn is_array(key: Key) -> bool {
    matches!(
        key,
        Key::Extents
            | Key::DriverStrides
            | Key::Box
            | Key::ElementStrides
            | Key::LowerCorner
            | Key::UpperCorner
    )
}

/// The variables and arrays that a text sets; of a number that is not known there is none.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) known: Vec<Variable>,
    lists: Vec<(String, Vec<Option<i128>>)>,
}

/// Elements of an array that are looked at.
const ELEMENTS_MAX: usize = 16;

fn is_null(text: &str) -> bool {
    is_in("nullptr NULL None", text)
}

impl Scope {
    /// Those of a text without comments.
    pub(crate) fn of(text: &str) -> Self {
        let rows = tree(text);
        let mut scope = Self {
            known: variables(&rows),
            lists: Vec::new(),
        };
        for node in nodes(&rows) {
            scope.take(node);
        }
        scope
    }

    fn take(&mut self, node: &Node<'_>) {
        let (target, value) = match (node.assigned(), node.called('{')) {
            // `let dims: [u64; 2] = …`
            (Some((":", target, value)), _) if value.assigned().is_some() => (target, &value.of[1]),
            (Some(("=" | ":=", target, value)), _) => (target, value),
            // `std::array<cuuint32_t, 2> box{64, 128}`
            (None, Some((target, _))) => (target, node),
            _ => return,
        };
        let (target, index) = match target.called('[') {
            Some((target, rows)) => (target, rows.first().map_or("", |row| row.text)),
            None => (target, ""),
        };
        let path = target.target();
        let name = &path[path.trim_end_matches(is_name).len()..];
        let place = self.lists.iter().position(|(other, _)| other == name);
        if let Some(list) = self.written(value) {
            self.lists.retain(|(other, _)| other != name);
            self.lists.push((name.into(), list));
        } else if let Ok(at @ 0..ELEMENTS_MAX) = index.parse::<usize>() {
            let place = place.unwrap_or_else(|| {
                self.lists.push((name.into(), Vec::new()));
                self.lists.len() - 1
            });
            let value = self.number(value.text);
            let list = &mut self.lists[place].1;
            list.resize(list.len().max(at + 1), None);
            list[at] = value;
        }
    }

    /// The number of an expression.
    pub(crate) fn number(&self, text: &str) -> Option<i128> {
        match argument::number(text.trim(), &self.known) {
            _ if is_null(text.trim()) => Some(0),
            Ok(number) => Some(number.into()),
            Err(_) => None,
        }
    }

    /// An array that is written out, with a type, a cast or an address before it.
    fn written(&self, node: &Node<'_>) -> Option<Vec<Option<i128>>> {
        let count = |text: &str| {
            self.number(text)
                .and_then(|count| usize::try_from(count).ok())
        };
        let repeated = |one: &str, times: &str| {
            let times = count(times).filter(|times| *times <= ELEMENTS_MAX)?;
            Some(vec![self.number(one); times])
        };
        let is_group = |one: &&Node<'_>| matches!(one.kind, Part::Group(_));
        if let [row] = &node.rows[..]
            && let Some(inner) = row.items.last().filter(is_group)
        {
            return self.written(inner);
        }
        let is_macro = node
            .of
            .first()
            .is_some_and(|of| node.text[of.text.len()..].starts_with('!'));
        match (node.kind, &node.of[..], &node.rows[..]) {
            (Part::Group('[') | Part::Call('['), _, [one, times]) if node.text.contains(';') => {
                repeated(one.text, times.text)
            }
            (Part::Group('('), _, [_]) => None,
            (Part::Group(_) | Part::Call('{'), _, [_, ..]) if node.rows.len() <= ELEMENTS_MAX => {
                Some(node.rows.iter().map(|row| self.number(row.text)).collect())
            }
            (Part::Call('['), _, [_, ..]) if is_macro => {
                Some(node.rows.iter().map(|row| self.number(row.text)).collect())
            }
            // Python's `[1] * 2`.
            (Part::Operator("*"), [list, times], _) => match (&list.rows[..], list.kind) {
                ([one], Part::Group('[' | '(')) => repeated(one.text, times.text),
                _ => None,
            },
            (Part::Cast(_) | Part::Operator("&" | "*"), [of], _) => self.written(of),
            _ => None,
        }
    }

    /// The numbers of an argument: written out, or those of an array that the text sets; none where one is not known.
    pub(crate) fn list(&self, text: &str) -> Option<Vec<i128>> {
        let rows = tree(text);
        let mut node = rows.last()?.items.last()?;
        if is_null(node.text) {
            return Some(Vec::new());
        }
        // The name in `(cuuint32_t*)box.data() + 1`, `&box[1]`, `reinterpret_cast<const cuuint64_t*>(dims)`.
        let mut from = 0;
        let place = |text: &str| text.parse::<usize>().ok();
        let path = loop {
            if let Some(list) = self.written(node) {
                return list.get(from..)?.iter().copied().collect();
            }
            node = match (node.kind, &node.of[..], &node.rows[..]) {
                (Part::Operator("+"), [of, added], _) => {
                    from += place(added.text)?;
                    of
                }
                (Part::Call('['), [of], [at]) => {
                    from += place(at.text)?;
                    of
                }
                (Part::Group('(') | Part::Call('('), _, [row]) => row.items.last()?,
                (Part::Operator(_) | Part::Cast(_) | Part::Member(_), [of], _)
                | (Part::Call('('), [of], []) => of,
                _ => break node.text,
            };
        };
        let methods = [".data", ".as_ptr", ".begin", ".as_mut_ptr", ".ctypes"];
        let path = methods
            .iter()
            .find_map(|method| path.strip_suffix(method))
            .unwrap_or(path);
        let name = &path[path.trim_end_matches(is_name).len()..];
        let (_, list) = self.lists.iter().find(|(other, _)| other == name)?;
        list.get(from..)?.iter().copied().collect()
    }
}
