//! Calls that encode a tensor map: the driver's `cuTensorMapEncodeTiled` and `cuTensorMapEncodeIm2col` in C, Rust and Python,
//! and the flat list of TileLang. Arguments are read by what the text sets above the call.
//!
//! Source: CUDA driver API, Tensor Map Object Management; cuda.bindings.driver, which returns the map; TileLang,
//! `runtime.cc` (`TensorMapArgs`).

use super::*;

/// The parameters of the driver's functions behind the map, by their names in its manual.
const TILED: &str = "tensorDataType tensorRank globalAddress globalDim globalStrides boxDim elementStrides interleave swizzle \
    l2Promotion oobFill";
const IM2COL: &str = "tensorDataType tensorRank globalAddress globalDim globalStrides pixelBoxLowerCorner pixelBoxUpperCorner \
    channelsPerPixel pixelsPerColumn elementStrides interleave swizzle l2Promotion oobFill";

/// Each parameter: what it is, and its name.
fn each(parameters: &'static str) -> impl Iterator<Item = (Key, &'static str)> {
    parameters.split(' ').filter_map(|name| match key_of("", name)? {
        Key::Strides => Some((Key::DriverStrides, name)),
        key => Some((key, name)),
    })
}

/// Names that are looked at: more than a file has.
const MAP_CALLS_MAX: usize = 64;

/// The parameters of a function of this name; the driver's may have any prefix and suffix: `lazy_cuTensorMapEncodeTiled`.
fn parameters(name: &str) -> Option<(&'static str, bool)> {
    let lower = name.to_ascii_lowercase().replace('_', "");
    if lower.contains("tensormapencodetiled") || lower == "encodetiled" {
        return Some((TILED, false));
    }
    if lower.contains("tensormapencodeim2colwide") {
        return None;
    }
    if lower.contains("tensormapencodeim2col") {
        return Some((IM2COL, false));
    }
    let is_flat = is_in("create_tma_descriptor __tvm_tensormap_create_tiled", name);
    is_flat.then_some((TILED, true))
}

/// The first call of a text, and what it makes.
pub(crate) fn read(text: &str) -> Option<MapPrint> {
    let has_name = "ncode tma_descriptor tensormap_create";
    let bare = without_comments(text);
    let (call, (parameters, is_flat)) = call(&bare, has_name)?;
    let scope = Scope::of(&bare);
    let arguments = if is_flat { scope.flat(&call, parameters)? } else { scope.in_order(&call, parameters) };
    let mut map = map_from_call(&arguments);
    let more = call.arguments.iter().skip(each(parameters).count() + 1).filter(|_| !is_flat);
    map.unread.extend(more.map(|one| quoted(one.text)));
    beside_call(&bare[..call.at.start], &mut map);
    beside_call(&bare[call.at.end..], &mut map);
    Some(map)
}

/// Also `CALL(cuTensorMapEncodeTiled)(&map, …)`, and its name as the first argument, a string: `T.call_packed("…", …)`.
fn call<'t>(text: &'t str, names: &str) -> Option<(Call<'t>, (&'static str, bool))> {
    let named = |mut call: Call<'t>| {
        if let Some(parameters) = parameters(last_name(call.path.trim_end_matches(')'))) {
            return Some((call, parameters));
        }
        let name = call.arguments.first()?.text.strip_prefix('"')?.strip_suffix('"')?;
        call.path = name;
        call.arguments.remove(0);
        Some((call, parameters(name)?))
    };
    let calls = calls(text, names).into_iter().filter_map(named);
    calls.take(MAP_CALLS_MAX).find(|(call, _)| call.arguments.len() > 3)
}

impl Scope {
    /// The arguments of a call by their places, or by their names.
    fn in_order(&self, call: &Call<'_>, parameters: &'static str) -> Vec<Entry<'static>> {
        let mut arguments = call.arguments.clone();
        let unnamed: Vec<usize> = (0..arguments.len()).filter(|at| arguments[*at].name.is_none()).collect();
        // Python's function returns the map; it is not an argument.
        let is_type = |at: usize| {
            let text = unnamed.get(at).map(|at| arguments[*at].text);
            // A bare number is the rank.
            text.filter(|text| !is_digits(text)).and_then(|text| self.choice(Key::DataType, text)).is_some()
        };
        if !is_type(0) && (is_type(1) || unnamed.len() > each(parameters).count()) {
            arguments.remove(unnamed[0]);
        }
        let (given, _) = bound(parameters, &arguments);
        let given = |name| given.iter().find(|one| one.name == name).map(|one| one.text);
        let known = each(parameters).filter_map(|(key, name)| match given(name)? {
            "..." | "…" => None,
            text => Some(self.argument(key, name, text)),
        });
        known.collect()
    }

    /// TileLang's list: so many numbers of each dimension, with the stride of an element.
    fn flat(&self, call: &Call<'_>, parameters: &'static str) -> Option<Vec<Entry<'static>>> {
        let mut texts = call.arguments.iter().map(|one| one.text);
        // The first argument of the runtime's function is the map.
        if call.path.contains("tvm_tensormap") {
            texts.next();
        }
        let mut all = Vec::new();
        let mut rank = 0;
        for (key, name) in each(parameters) {
            if !key.is_list() {
                let one = self.argument(key, name, texts.next()?);
                if let (Key::Rank, [number]) = (key, &one.numbers[..]) {
                    rank = usize::try_from(*number).ok().filter(|rank| *rank <= 5)?;
                }
                all.push(one);
                continue;
            }
            let parts: Vec<&str> = texts.by_ref().take(rank).collect();
            let numbers: Option<Vec<i128>> = parts.iter().map(|text| self.number(text)).collect();
            let is_known = numbers.is_some();
            let skipped = usize::from(key == Key::DriverStrides);
            let numbers = numbers.into_iter().flatten().skip(skipped).collect();
            all.push(Entry { is_known, ..Entry::new(key, name, &parts.join(", "), numbers) });
        }
        Some(all)
    }

    fn argument(&self, key: Key, name: &'static str, text: &str) -> Entry<'static> {
        let (choice, numbers) = if key.is_choice() {
            (self.choice(key, text), None)
        } else if key.is_list() {
            let mut found = self.list(text);
            if matches!(key, Key::LowerCorner | Key::UpperCorner) {
                let all = found.iter_mut().flatten();
                all.for_each(|number| *number = i128::from(*number as u64 as i64));
            }
            (None, found)
        } else {
            (None, self.number(text).map(|number| vec![number]))
        };
        Entry {
            is_known: choice.is_some() || numbers.is_some(),
            ..Entry::new(key, name, choice.as_deref().unwrap_or(text), numbers.unwrap_or_default())
        }
    }

    /// An enumerator, a number, or what an expression over variables of the text comes to: one of two by a condition.
    fn choice(&self, key: Key, text: &str) -> Option<String> {
        if let Some(one) = choice_in(key, text) {
            return Some(one.into());
        }
        let mut unknown = Vec::new();
        let value = evaluated(text, &self.known, &mut unknown)?;
        let word = match (value.number(), &unknown[..]) {
            (Some(number), _) => &number.to_string(),
            (None, [only]) => only,
            _ => return None,
        };
        choice_in(key, word).map(Into::into)
    }
}

/// The variables and arrays that a text sets; of a number that is not known there is none.
#[derive(Default)]
pub(crate) struct Scope {
    known: Vec<Variable>,
    lists: HashMap<String, Vec<Option<i128>>>,
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
        let mut scope = Self { known: machine::variables(&rows), lists: HashMap::new() };
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
        let name = last_name(target.target());
        if let Some(list) = self.written(value) {
            self.lists.insert(name.into(), list);
        } else if let Ok(at @ 0..ELEMENTS_MAX) = index.parse::<usize>() {
            let value = self.number(value.text);
            let list = self.lists.entry(name.into()).or_default();
            list.resize(list.len().max(at + 1), None);
            list[at] = value;
        }
    }

    /// The number of an expression.
    pub(crate) fn number(&self, text: &str) -> Option<i128> {
        match number_or_name(text.trim(), &self.known) {
            _ if is_null(text.trim()) => Some(0),
            Ok(number) => Some(number.into()),
            Err(_) => None,
        }
    }

    /// An array that is written out, with a type, a cast or an address before it.
    fn written(&self, node: &Node<'_>) -> Option<Vec<Option<i128>>> {
        let repeated = |one: &str, times: &str| {
            let times = usize::try_from(self.number(times)?).ok()?;
            (times <= ELEMENTS_MAX).then(|| vec![self.number(one); times])
        };
        let is_group = |one: &&Node<'_>| matches!(one.kind, Part::Group(_));
        if let [row] = &node.rows[..]
            && let Some(inner) = row.items.last().filter(is_group)
        {
            return self.written(inner);
        }
        let is_macro = node.of.first().is_some_and(|of| node.text[of.text.len()..].starts_with('!'));
        match (node.kind, &node.of[..], &node.rows[..]) {
            (Part::Group('[') | Part::Call('['), _, [one, times]) if node.text.contains(';') => {
                repeated(one.text, times.text)
            }
            (Part::Group('('), _, [_]) => None,
            (Part::Call('('), ..) => None,
            (Part::Group(_) | Part::Call(_), _, rows @ [_, ..])
                if rows.len() <= ELEMENTS_MAX && (node.kind != Part::Call('[') || is_macro) =>
            {
                Some(rows.iter().map(|row| self.number(row.text)).collect())
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
        let path = match path.rsplit_once('.') {
            Some((path, "data" | "as_ptr" | "begin" | "as_mut_ptr" | "ctypes")) => path,
            _ => path,
        };
        self.lists.get(last_name(path))?.get(from..)?.iter().copied().collect()
    }
}
