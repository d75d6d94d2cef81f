//! A tensor map as a program prints it: an answer of the page on TMA.

use super::*;

/// The tensor map of a text: the call that encodes it, a print, or words; none where it is of something else.
///
/// ```
/// use swizzle_parse::map_from_text;
/// let call = "cuuint32_t box[2] = {64, 128}; cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, ptr, \
///     {4096, 1024}, {8192}, box, {1, 1}, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, ...)";
/// let map = map_from_text(call).unwrap();
/// assert_eq!((&*map.typed.extents, &*map.typed.box_elements), ("4096, 1024", "64, 128"));
/// assert_eq!(map.unknown, [("globalAddress", "ptr".into())]);
/// ```
pub fn map_from_text(text: &str) -> Option<MapPrint> {
    read_call(text).or_else(|| read_dialect(text)).or_else(|| map_from_print(text))
}

/// The page on TMA with a map, beside an explicit descriptor.
pub fn form_from_map(print: &MapPrint, given: Option<Descriptor>) -> TmaShown {
    TmaShown {
        target: print.target.unwrap_or(TmaShown::default().target),
        map: print.typed.clone(),
        // Only an explicit descriptor is compared with the box.
        descriptor: given.map_or(String::new(), |given| given.to_string()),
        ..TmaShown::default()
    }
}

/// Reads such a text; none where there is none.
pub(crate) fn read_map(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let mut print = map_from_text(text)?;
    if text.contains("generate.descriptor") {
        return Some(of_tile(&print, context));
    }
    let beside = beside(text, &mut print).map(|raw| Descriptor::new(choice.arch_of(raw), raw));
    let form = form_from_map(&print, beside.or(context.said.given));
    Some(Ok(Pasted {
        notices: notices(&print),
        is_answer: true,
        goes_to: Some(Destination::TensorMap(Box::new(form))),
        ..Pasted::of(print.text(), *context)
    }))
}

/// The descriptor beside a map, which its page compares with the box: the first number of 64 bits that the map left.
fn beside(text: &str, print: &mut MapPrint) -> Option<u64> {
    let words = Words::of(text);
    let mut long = long_numbers(&words).into_iter();
    let (at, raw) = long.find_map(|i| {
        let at = print.unread.iter().position(|word| *word == words.word(i))?;
        Some((at, literal(words.word(i))?))
    })?;
    print.unread.remove(at);
    Some(raw)
}

/// The tile behind a descriptor that MLIR makes with the map of its copy: `nvgpu.warpgroup.generate.descriptor %view, %map`.
fn of_tile(print: &MapPrint, context: &Shown) -> Answer {
    let map = print.typed.map().map_err(|(_, why)| error(0..0, why))?;
    let mut shown = unseen(context);
    let tile = &mut shown.said.tile;
    (tile.mn, tile.k) = (map.box_rows().try_into().ok(), Some(map.box_elements(0)));
    (tile.element, tile.swizzle) = (map.data_type.element(), Swizzle::from_name(map.swizzle.name()).ok());
    checked(Pasted::inside("the tile of a descriptor of MLIR's nvgpu", shown, notices(print)))
}

/// Names the words that were not read, and the values that are not known.
fn notices(print: &MapPrint) -> Vec<Notice> {
    let unread = print.unread.iter().map(|word| not_read(word));
    let unknown =
        print.unknown.iter().map(|(name, text)| notice(text, format!("{name} is not known from the text")));
    let why = format!("differs from the first, and {NOT_READ}");
    let others = (print.others > 0).then(|| notice("another map", why));
    unread.chain(unknown).chain(others).collect()
}

// Calls that encode a tensor map: the driver's `cuTensorMapEncodeTiled` and `cuTensorMapEncodeIm2col` in C, Rust and Python,
// and the flat list of TileLang. Arguments are read by what the text sets above the call.
//
// Source: CUDA driver API, Tensor Map Object Management; cuda.bindings.driver, which returns the map; TileLang,
// `runtime.cc` (`TensorMapArgs`).

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
fn read_call(text: &str) -> Option<MapPrint> {
    let has_name = "ncode tma_descriptor tensormap_create";
    let bare = without_comments(text);
    // Also `CALL(cuTensorMapEncodeTiled)(&map, …)`, and its name as the first argument, a string: `T.call_packed("…", …)`.
    let calls = calls(&bare, has_name).into_iter().filter_map(|mut call| {
        if let Some(parameters) = parameters(last_name(call.path.trim_end_matches(')'))) {
            return Some((call, parameters));
        }
        let name = call.arguments.first()?.text.strip_prefix('"')?.strip_suffix('"')?;
        call.path = name;
        call.arguments.remove(0);
        Some((call, parameters(name)?))
    });
    let mut calls = calls.take(MAP_CALLS_MAX);
    let (call, (parameters, is_flat)) = calls.find(|(call, _)| call.arguments.len() > 3)?;
    let scope = Scope::of(&bare);
    let arguments = if is_flat { scope.flat(&call, parameters)? } else { scope.in_order(&call, parameters) };
    let mut map = map_from_call(&arguments);
    let more = call.arguments.iter().skip(each(parameters).count() + 1).filter(|_| !is_flat);
    map.unread.extend(more.map(|one| quoted(one.text)));
    beside_call(&bare[..call.at.start], &mut map);
    beside_call(&bare[call.at.end..], &mut map);
    Some(map)
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

    /// Those of a text without comments.
    pub(crate) fn of(text: &str) -> Self {
        let rows = tree(text);
        let mut scope = Self { known: variables(&rows), lists: HashMap::new() };
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
    fn list(&self, text: &str) -> Option<Vec<i128>> {
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

// A tensor map as Triton, MLIR and Pallas write it: a shape, strides and a block in elements, the last dimension contiguous.
//
// Source: triton-lang/triton, `tl.make_tensor_descriptor` and `TensorDescriptor`; llvm/llvm-project, `NVGPUTypes.td`
// (`tensormap.descriptor`); jax-ml/jax, Pallas Mosaic GPU, `BlockSpec` with its transforms.

/// What a text says, in elements, the last dimension contiguous; empty where it is not said.
#[derive(Clone, Default)]
struct SaidMap {
    what: &'static str,
    shape: Vec<i128>,
    strides: Vec<i128>,
    block: Vec<i128>,
    data_type: Option<DataType>,
    /// Bytes of the swizzle; none where the compiler takes the widest that the block fills.
    swizzle: Option<i128>,
}

/// Reads the map of a text; none where there is none of these.
fn read_dialect(text: &str) -> Option<MapPrint> {
    let said = triton(text).or_else(|| nvgpu(text)).or_else(|| pallas(text))?;
    if said.data_type.is_some() {
        return map_of(&said);
    }
    // Where the driver accepts the map with elements of every width, the type decides nothing.
    let widths = [DataType::Uint8, DataType::Float32, DataType::Bfloat16];
    let with = |data_type| map_of(&SaidMap { data_type: Some(data_type), ..said.clone() });
    let all: Vec<MapPrint> = widths.into_iter().filter_map(with).collect();
    if all.iter().all(|map| !map.verdict().is_refused()) {
        all.into_iter().next_back()
    } else {
        map_of(&said)
    }
}

fn map_of(said: &SaidMap) -> Option<MapPrint> {
    let bytes = i128::from(said.data_type.unwrap_or(DataType::Bfloat16).global_bits()) / 8;
    let inner = said.block.last()? * bytes;
    let fits = |width: &i128| inner >= *width;
    let width = said.swizzle.unwrap_or_else(|| [128, 64, 32].into_iter().find(fits).unwrap_or(0));
    let mut boxes: Vec<i128> = said.block.iter().rev().copied().collect();
    if said.swizzle.is_none() && width > 0 {
        // A wider block takes several copies.
        boxes[0] = boxes[0].min(width / bytes.max(1));
    }
    let reversed = |all: &[i128]| all.iter().rev().copied().collect::<Vec<_>>();
    let strides = reversed(&said.strides).into_iter().skip(1).map(|stride| stride * bytes).collect();
    let mut arguments = Vec::from([
        Entry::new(Key::Box, "boxDim", "", boxes),
        Entry::new(Key::Extents, "globalDim", "", reversed(&said.shape)),
        Entry::new(Key::DriverStrides, "globalStrides", "", strides),
    ]);
    arguments.retain(|one| !one.numbers.is_empty());
    let mode = match width {
        0 | 16 => "CU_TENSOR_MAP_SWIZZLE_NONE".into(),
        32 | 64 | 128 => format!("CU_TENSOR_MAP_SWIZZLE_{width}B"),
        _ => return None,
    };
    arguments.push(Entry::choice(Key::Swizzle, "swizzle", &mode));
    let data_type = said.data_type.map(DataType::name);
    arguments.extend(data_type.map(|name| Entry::choice(Key::DataType, "tensorDataType", name)));
    let mut map = map_from_call(&arguments);
    map.what = said.what;
    Some(map)
}

/// The type that a word of a text names.
fn type_in(text: &str) -> Option<DataType> {
    names(text).find_map(|name| match name {
        "float32" | "f32" => Some(DataType::Float32),
        name => DataType::from_element(element_from_word(name)?),
    })
}

fn call_of<'a>(text: &'a str, name: &str) -> Option<Call<'a>> {
    calls(text, name).into_iter().find(|call| call.is(name))
}

/// `tl.make_tensor_descriptor(p, shape=[…], strides=[…], block_shape=[…])`, also by place.
fn triton(text: &str) -> Option<SaidMap> {
    let bare = without_comments(text);
    let scope = Scope::of(&bare);
    const WHOLE: &str = "base shape strides block_shape";
    let columns = [
        ("make_tensor_descriptor", WHOLE),
        ("TensorDescriptor", WHOLE),
        ("TensorDescriptor.from_tensor", "tensor block_shape"),
    ];
    let mut calls = columns.iter();
    let (call, column) = calls.find_map(|(name, column)| Some((call_of(&bare, name)?, *column)))?;
    let (given, _) = bound(column, &call.arguments);
    let list = |name: &str| {
        let argument = given.iter().find(|one| one.name == name)?;
        scope.list(&argument.text.replace('(', "[").replace(')', "]"))
    };
    Some(SaidMap {
        what: "A tensor descriptor of Triton",
        // What is not known is not shown.
        shape: list("shape").unwrap_or_default(),
        strides: list("strides").unwrap_or_default(),
        block: list("block_shape")?,
        data_type: type_in(text),
        swizzle: None,
    })
}

/// `!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_64b, …>`, also as an operand's type
fn nvgpu(text: &str) -> Option<SaidMap> {
    let (_, inside) = text.split_once("<tensor = memref<")?;
    let word = inside.split([',', '>']).next()?;
    let ([rows, columns, _], element) = with_type(word.trim())?;
    let mode = names(inside).find_map(|name| name.strip_prefix("swizzle_"))?;
    Some(SaidMap {
        what: "A tensor map of MLIR's nvgpu",
        block: Vec::from([rows.into(), columns.into()]),
        data_type: DataType::from_element(element),
        swizzle: Some(match mode {
            "none" => 0,
            mode => mode.strip_suffix('b')?.parse().ok()?,
        }),
        ..SaidMap::default()
    })
}

/// `plgpu.BlockSpec((128, 64), transforms=(plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128)))`
fn pallas(text: &str) -> Option<SaidMap> {
    let spec = call_of(text, "BlockSpec")?;
    let list = |text: &str| Scope::default().list(&text.replace('(', "[").replace(')', "]"));
    let transform = |name: &str| call_of(text, name)?.arguments.first().map(|one| one.text);
    let mut block = list(spec.arguments.first()?.text)?;
    let tile = transform("TilingTransform").and_then(list);
    if let (Some(last), Some(inner)) = (block.last_mut(), tile.and_then(|tile| tile.last().copied())) {
        *last = inner.min(*last);
    }
    let width = transform("SwizzleTransform");
    let swizzle: i128 = width.map_or(Some(0), |width| width.parse().ok())?;
    // A row of the tiling is one of the swizzle.
    let of_row = match block.last().map(|inner| swizzle / (*inner).max(1)) {
        Some(1) => Some(DataType::Uint8),
        Some(2) => Some(DataType::Bfloat16),
        Some(4) => Some(DataType::Float32),
        _ => None,
    };
    Some(SaidMap {
        what: "A block of Pallas",
        block,
        data_type: type_in(text).or(of_row),
        swizzle: Some(swizzle),
        ..SaidMap::default()
    })
}
