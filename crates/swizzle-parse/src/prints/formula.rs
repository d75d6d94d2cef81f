//! A swizzle as code computes it: `col ^ (row & 7)`, `smem[row][col ^ ((row & 7) << 3)]`, `addr ^ ((addr & 0x380) >> 3)`,
//! `((addr % 1024) >> 7) << 4`, `Swizzle<3,3,3>`, `row * 72 + col`. What a formula means is worked out from its values.

use super::*;
use swizzle_core::law::{RowXor, Xor, XorOf};

/// Longer texts are not formulas, and without an exchange shorter ones.
const LENGTH_MAX: usize = 1200;
const PLAIN_MAX: usize = 120;

const ROWS: &str = "row r y i m lane warp_row";
const COLUMNS: &str = "col c x j k chunk unit column vec";
/// Names of columns that are units of 16 bytes.
const UNITS: &str = "chunk unit vec vector";
/// Types of a byte, and of 16 bytes, that are no elements.
const BYTES: &str = "char uint8_t int8_t u8 i8 byte";
const VECTORS: &str = "uint4 int4 float4 ulonglong2";

/// Reads a text that computes such a place; none where it is anything else. Its other statements are named as not read.
pub(crate) fn read_formula(
    text: &str,
    _: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let bare = bare(text)?;
    let mut orders = [["r", "c"], ["c", "r"]].into_iter();
    let read = orders.find_map(|names| of_code(&of_lanes(&bare, names), context))?;
    let rows = tree(&bare);
    let at = Formula::of(&bare, &rows).map(|formula| formula.column.at);
    let is_taken = |row: &&Row<'_>| is_code(row) || at.is_some_and(|at| range(row).contains(&at));
    taken.extend(rows.iter().filter(is_taken).map(range));
    Some(read)
}

/// The text with both parts of a thread's number under names of their own, if it takes one apart:
/// `(lane % 16) * 128 + lane / 16 * 16`.
fn of_lanes(bare: &str, [low, high]: [&str; 2]) -> String {
    let rows = tree(bare);
    let part = |node: &&Node<'_>| {
        let (Part::Operator(sign), [name, by]) = (node.kind, &node.of[..]) else {
            return None;
        };
        let Part::Number(by @ 1..0x1000) = by.kind else {
            return None;
        };
        let (is_high, size) = match sign {
            "/" => (true, by),
            ">>" if by < 12 => (true, 1 << by),
            "%" => (false, by),
            "&" => (false, by + 1),
            _ => return None,
        };
        let is_lane = name.kind == Part::Name && has_any(&name.text.to_ascii_lowercase(), "lane tid thread");
        is_lane.then_some((node.at, [name.text.len(), node.text.len()], is_high, size))
    };
    let parts: Vec<_> = nodes(&rows).iter().filter_map(part).collect();
    let size = parts.iter().find_map(|(.., is_high, size)| is_high.then_some(*size));
    let mut text = bare.to_string();
    for (at, lengths, is_high, own) in parts.into_iter().filter(|_| size.is_some()) {
        // Of fewer lanes it is a part of the low part.
        let is_whole = Some(own) == size;
        if is_whole || !is_high {
            let length = lengths[usize::from(is_whole)];
            let name = if is_high { high } else { low };
            text.replace_range(at..at + length, &format!("{name:<length$}"));
        }
    }
    text
}

fn of_code(bare: &str, context: &Shown) -> Option<Answer> {
    let rows = tree(bare);
    let formula = Formula::of(bare, &rows)?;
    let mut shown = unseen(context);
    let tile = &mut shown.said.tile;
    *tile = tile.without_rows();
    let (what, why, mut notices) = formula.read(tile)?;
    if !formula.column.text.starts_with('S') {
        tile.major = Some(Major::K);
    }
    notices.insert(0, notice("rows", why));
    notices.extend(formula.left(&rows));
    Some(checked(Pasted::inside(what, shown, notices)))
}

/// The code of a text that may be of a formula.
fn bare(text: &str) -> Option<String> {
    let text = &*text.replace(" xor ", "  ^  ");
    let is_one = |text: &str| text.contains('^') || text.len() <= PLAIN_MAX || text.contains("__shared__");
    (text.len() <= LENGTH_MAX && is_one(text)).then(|| without_comments(text))
}

fn range(row: &Row<'_>) -> Span {
    let at = row.items.first().map_or(0, |first| first.at);
    at..at + row.text.len()
}

fn is_code(row: &Row<'_>) -> bool {
    let is_code = |node: &Node<'_>| !matches!(node.kind, Part::Name | Part::Number(_) | Part::Stray);
    row.items.iter().any(is_code)
}

/// An array of a text: its name, its sides and the type of its elements.
struct Array<'n> {
    name: &'n str,
    sides: Vec<u64>,
    of: &'n str,
}

impl<'n> Array<'n> {
    /// The array that a statement declares: `__shared__ half tile[64][72]`.
    fn of(row: &'n Row<'n>, scope: &Scope) -> Option<Self> {
        let (last, before) = row.items.split_last()?;
        let of = last_name(before.last().filter(|word| word.kind == Part::Name)?.text);
        let mut sides = Vec::new();
        let mut array = last;
        while let Some((of, [side])) = array.called('[') {
            sides.insert(0, u64::try_from(scope.number(side.text)?).ok()?);
            array = of;
        }
        (!sides.is_empty() && of != "return").then_some(Self { name: array.text, sides, of })
    }
}

/// The place that a text computes.
struct Formula<'n> {
    /// The row of an array, where that is an index of its own.
    row: Option<&'n Node<'n>>,
    column: &'n Node<'n>,
    /// What `^=` changes.
    target: Option<&'n Node<'n>>,
    array: Option<Array<'n>>,
    /// What names stand for.
    definitions: Vec<(&'n str, &'n Node<'n>)>,
    /// Whether the array is all that there is.
    is_declaration: bool,
}

impl<'n> Formula<'n> {
    fn of(bare: &str, rows: &'n [Row<'n>]) -> Option<Self> {
        let all = nodes(rows);
        // A descriptor has fields that no place has.
        let is_wide = |node: &&Node<'_>| match (node.kind, &node.of[..]) {
            (Part::Number(number), _) => number > u32::MAX.into(),
            (Part::Operator("<<"), [_, by, ..]) => matches!(by.kind, Part::Number(32..)),
            (Part::Name, _) => node.text.to_ascii_lowercase().contains("desc"),
            _ => false,
        };
        if all.iter().any(is_wide) {
            return None;
        }
        let scope = Scope::of(bare);
        let array_of = |name: &str| {
            let mut arrays = statements(rows).into_iter().filter_map(|row| Array::of(row, &scope));
            arrays.find(|array| name.is_empty() || array.name == name)
        };
        let assigned = all.iter().filter_map(|node| match node.assigned()? {
            ("=" | ":=", target, value) => Some((last_name(target.target()), value)),
            _ => None,
        });
        let definitions: Vec<_> = assigned.collect();
        let has_exchange = |node: &Node<'_>| node.text.contains('^');
        // An index, or a name in one that stands for an exchange, before what is no index.
        let is_exchanged =
            |name: &Node<'_>| definitions.iter().any(|(of, to)| *of == name.text && has_exchange(to));
        let is_index = |node: &&&Node<'_>| {
            let is_one = node.kind == Part::Call('[') && node.rows.iter().all(|row| row.only().is_some());
            is_one && (has_exchange(node) || nodes(&node.rows).into_iter().any(is_exchanged))
        };
        let is_exchange = |node: &&&Node<'_>| {
            let is_sign = matches!(node.assigned(), Some(("^=", ..)));
            is_sign || matches!(node.kind, Part::Operator(_)) && has_exchange(node)
        };
        let found = all.iter().find(is_index).or_else(|| all.iter().find(is_exchange));
        let whole = |column| Self {
            row: None,
            column,
            target: None,
            array: None,
            definitions,
            is_declaration: false,
        };
        let Some(found) = found else {
            if bare.contains("__shared__") {
                let array = array_of("").filter(|array| array.sides.len() > 1)?;
                let column = *all.first()?;
                return Some(Self { array: Some(array), is_declaration: true, ..whole(column) });
            }
            let [row] = rows else {
                return None;
            };
            let mut column = row.items.last()?;
            while let Some((.., right)) = column.assigned() {
                column = right;
            }
            return Some(whole(column));
        };
        if let Some((_, target, column)) = found.assigned() {
            return Some(Self { target: Some(target), ..whole(column) });
        }
        let Some((of, indices)) = found.called('[') else {
            return Some(whole(found));
        };
        let outer = of.called('[').map(|(array, outer)| (array, outer.last()));
        let (array, row) = match (outer, indices) {
            (_, [row, .., _]) => (of, row.only()),
            (Some((array, Some(row))), _) => (array, row.only()),
            _ => (of, None),
        };
        Some(Self { row, array: array_of(array.text), ..whole(indices.last()?.only()?) })
    }

    /// What is computed where names have these values; the first of those that have none is added to `unknown`.
    fn value(&self, node: &Node<'_>, own: &[(&str, u64)], unknown: &mut Vec<String>) -> Option<u64> {
        let mut known: Vec<Variable> =
            own.iter().map(|(name, value)| Variable::known(name, *value)).collect();
        for (name, definition) in &self.definitions {
            let mut open = Vec::new();
            let is_own = own.iter().any(|(own, _)| own == name) || is_in(ROWS, name) || is_in(COLUMNS, name);
            if !is_own
                && definition.at != node.at
                && let Some(value) = value(definition, &known, &mut open)
                && open.is_empty()
            {
                known.push(Variable::of(name, value));
            }
        }
        value(node, &known, unknown)?.number()
    }

    /// The names that a place depends on.
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut waiting: Vec<&Node<'_>> =
            self.row.into_iter().chain(self.target).chain([self.column]).collect();
        let mut left = 64;
        while let Some(node) = waiting.pop()
            && left > 0
        {
            left -= 1;
            let mut unknown = Vec::new();
            let _ = value(node, &[], &mut unknown);
            for name in unknown {
                let own = is_in(ROWS, &name) || is_in(COLUMNS, &name);
                let mut all = self.definitions.iter().filter(|(of, _)| !own && *of == name);
                match all.next().filter(|(_, value)| value.at != node.at) {
                    Some((_, definition)) => waiting.push(definition),
                    None if names.contains(&name) => {}
                    None => names.push(name),
                }
            }
        }
        names
    }

    /// The place of a row and a column, the names of which are these; other names are 0.
    fn place(&self, names: &[String], [row, column]: [&str; 2], at: [u64; 2]) -> Option<u64> {
        let of = |node: &Node<'_>, at: [u64; 2]| {
            let of_name = |name: &str| {
                if name == row {
                    at[0]
                } else if name == column {
                    at[1]
                } else {
                    0
                }
            };
            let own: Vec<(&str, u64)> = names.iter().map(|name| (&**name, of_name(name))).collect();
            self.value(node, &own, &mut Vec::new())
        };
        let sides = self.array.as_ref().map_or(&[][..], |array| &array.sides);
        let (Some(row), [.., rows, pitch]) = (self.row, sides) else {
            let target = self.target.map_or(Some(0), |target| of(target, at))?;
            return Some(of(self.column, at)? ^ target);
        };
        // There are no rows behind the last.
        let within = of(self.column, [at[0].checked_rem(*rows)?, at[1]])?;
        of(row, at)?.checked_mul(*pitch)?.checked_add(within)
    }

    /// Says what is read of a tile: what it is, what that rests on, and what was taken for it.
    fn read(&self, tile: &mut SaidTile) -> Option<(String, String, Vec<Notice>)> {
        let of_array = self.array.as_ref().map(|array| array.of);
        let typed = of_array.filter(|word| !is_in(BYTES, word)).and_then(element_from_word);
        tile.element = typed.or(tile.element);
        if self.is_declaration {
            let [.., mn, k] = self.array.as_ref()?.sides[..] else {
                return None;
            };
            return self.rows(tile, (k, None), or_usual(tile.element).slot_bits(), Some([mn, k]), Vec::new());
        }
        let names = self.names();
        if names.is_empty() {
            let xor = functor(self.column, or_usual(tile.element).slot_bits())?;
            return self.rows(tile, (0, xor), 8, None, Vec::new());
        }
        if let [address] = &names[..] {
            let read = |at| self.place(&names, [address, ""], [at, 0]);
            let xor = of_address(read)?;
            if let Some(mode) = Swizzle::ALL.iter().copied().find(|mode| mode.xor() == xor) {
                tile.swizzle = Some(mode);
                let why = format!(
                    "have this phase of their address, to be XORed with it: {} swizzle, atoms of {} bytes",
                    mode.name(),
                    mode.atom(Major::K).bytes()
                );
                return Some((
                    format!("an exchange of 16-byte units: swizzle {}", mode.name()),
                    why,
                    Vec::new(),
                ));
            }
            let xor = RowXor::new(XorOf::Elements, xor);
            return self.rows(tile, (0, Some(xor?)), 8, None, Vec::new());
        }
        let is_column = |name: &str| is_in(COLUMNS, last_name(name));
        let is_row = |name: &str| is_in(ROWS, last_name(name));
        let pairs = names.iter().flat_map(|row| names.iter().map(move |column| [&**row, &**column]));
        let mut pairs = pairs.filter(|[row, column]| {
            let both = is_row(row) && is_column(column);
            row != column && !is_column(row) && !is_row(column) && (both || names.len() == 2)
        });
        // From a unit to the next there may be 8 elements or 16 bytes, from an element to the next 2 bytes.
        // Columns of one unit may have one place: `(k >> 3) << 4`.
        let place = |(pair, step), row, column| self.place(&names, pair, [row, column * step]);
        let (pair, scale, (pitch, xor)) = pairs.find_map(|pair| {
            let pair =
                (pair, [1, 2, 4, 8, 16].into_iter().find(|step| place((pair, *step), 0, 1) != Some(0))?);
            let scale = place(pair, 0, 1)?;
            let place = |row, column| {
                place(pair, row, column).filter(|at| at.is_multiple_of(scale)).map(|at| at / scale)
            };
            matches!(scale, 1 | 2 | 4 | 8 | 16)
                .then(|| Some((pair, scale, rows::rows_from_places(1, place)?)))?
        })?;
        let mut notices: Vec<Notice> = names
            .iter()
            .filter(|name| !pair.0.contains(&&***name))
            .map(|name| notice(name, "is unknown here: taken as 0"))
            .collect();
        let unit = xor.map(|xor| 1 << xor.xor().base);
        let of_unit = unit.filter(|unit| matches!(unit, 4 | 8 | 16)).map(|unit| UNIT_BITS / unit);
        let bits = match of_array {
            Some(word) if scale == 1 && is_in(BYTES, word) => 8,
            Some(word) if is_in(VECTORS, word) => UNIT_BITS,
            _ if scale > 1 && unit.is_some_and(|unit| unit > 1 && scale == u64::from(16 / unit)) => {
                scale as u32 * 8
            }
            _ if scale > 1 || pair.0.iter().any(|name| is_in(UNITS, name)) => UNIT_BITS,
            _ if tile.element.is_none() && unit == Some(1) && matches!(pitch, 0 | 8) => UNIT_BITS,
            _ => match (tile.element, of_unit) {
                (None, Some(bits)) => {
                    let of = if bits == 8 { "bytes".into() } else { format!("elements of {bits} bits") };
                    notices.push(notice("columns", format!("are {of}: what is exchanged has 16 bytes then")));
                    tile.element = element_of_bits(bits.into()).filter(|_| bits == 32);
                    bits
                }
                (element, _) => or_usual(element).slot_bits(),
            },
        };
        let sides = self.array.as_ref().and_then(|array| match array.sides[..] {
            [.., mn, k] if self.row.is_some() => Some([mn, k]),
            _ => None,
        });
        let (_, xor) =
            rows::rows_from_places((bits / 8).max(1), |row, column| Some(place(pair, row, column)? / scale))?;
        self.rows(tile, (pitch, xor), bits, sides, notices)
    }

    /// Says rows of a pitch and an exchange, in places of so many bits, and the sides of their array.
    fn rows(
        &self,
        tile: &mut SaidTile,
        (pitch, xor): (u64, Option<RowXor>),
        bits: u32,
        sides: Option<[u64; 2]>,
        mut notices: Vec<Notice>,
    ) -> Option<(String, String, Vec<Notice>)> {
        let element = or_usual(tile.element);
        if let Some([mn, k]) = sides {
            // Padding is narrow.
            let whole = 1 << k.checked_ilog2()?;
            let data = if k - whole <= (whole / 4).min(16) { whole } else { k };
            if data < k {
                notices.push(notice(
                    &format!("{k} columns"),
                    format!("are taken as {data} and {} of padding", k - data),
                ));
            }
            (tile.mn, tile.buffer_mn) = (u32::try_from(mn).ok(), None);
            (tile.k, tile.buffer_k) =
                (u32::try_from(data * u64::from(bits) / u64::from(element.slot_bits())).ok(), None);
        }
        let bytes = pitch * u64::from(bits) / 8;
        tile.row_bytes = u32::try_from(bytes).ok().filter(|bytes| *bytes > 0);
        match xor {
            Some(xor) => rows::say_exchange(tile, xor),
            None => tile.swizzle = Some(Swizzle::None),
        }
        let (what, why) = said_rows(tile, xor, element);
        Some((what, why, notices))
    }

    /// The statements beside those that were read.
    fn left(&self, rows: &[Row<'_>]) -> Vec<Notice> {
        let names: Vec<&str> = self.definitions.iter().map(|(name, _)| *name).collect();
        let is_read = |row: &Row<'_>| {
            let holds = range(row).contains(&self.column.at);
            let defines = |node: &Node<'_>| {
                let name = node.assigned().map(|(_, to, _)| last_name(to.target()));
                name.is_some_and(|name| {
                    names.contains(&name) && (!node.text.contains('^') || self.column.text.contains(name))
                })
            };
            let declares = |array: &Array<'_>| row.text.contains(array.name) && row.items.len() > 1;
            holds || row.items.iter().any(defines) || self.array.as_ref().is_some_and(declares)
        };
        let left = statements(rows).into_iter().filter(|row| is_code(row) && !is_read(row));
        left.map(|row| not_read(row.text)).collect()
    }
}

/// The rows of a text and of its blocks.
fn statements<'n, 't>(rows: &'n [Row<'t>]) -> Vec<&'n Row<'t>> {
    let mut all = Vec::new();
    for row in rows {
        all.push(row);
        let blocks = row.items.iter().filter(|node| matches!(node.kind, Part::Group('{') | Part::Call('{')));
        all.extend(blocks.flat_map(|block| statements(&block.rows)));
    }
    all
}

/// What was read of rows, and what that rests on.
fn said_rows(tile: &SaidTile, xor: Option<RowXor>, element: Element) -> (String, String) {
    let (mode, name) = (tile.swizzle.unwrap_or(Swizzle::None), element.name());
    let xor = xor.map_or(String::new(), RowXor::text);
    if mode != Swizzle::None {
        let why = format!(
            "of {} bytes with {xor}, in a buffer that its pattern begins in, are this mode",
            mode.row_bytes()
        );
        return (format!("an exchange of units: swizzle {}", mode.name()), why);
    }
    let with = if xor.is_empty() { xor } else { format!(" with {xor}") };
    match tile.row_bytes {
        Some(bytes) => {
            let why =
                format!("of {name} elements are {bytes} bytes apart; this is no swizzle of the tensor core");
            (format!("rows with a pitch of {bytes} bytes{with}"), why)
        }
        None if with.is_empty() => ("an exchange of units: swizzle none".into(), "stay as they are".into()),
        None => (
            format!("rows of {name} elements{with}"),
            "are packed; this is no swizzle of the tensor core".into(),
        ),
    }
}

/// The XOR of an address with bits of its own, or these bits alone.
fn of_address(read: impl Fn(u64) -> Option<u64>) -> Option<Xor> {
    let changed = |is_whole: bool, at: u64| Some(read(at)? ^ if is_whole { at } else { 0 });
    [true, false].into_iter().find_map(|is_whole| {
        let first = (1_u32..16).find(|bit| changed(is_whole, 1 << bit) != Some(0))?;
        let base = changed(is_whole, 1 << first).filter(|bit| bit.is_power_of_two())?.trailing_zeros();
        let shift = first.checked_sub(base).filter(|shift| *shift > 0)?;
        let fits = |bits: &u32| {
            let mask = ((1 << bits) - 1) << base;
            let mut places = (0..256).map(|at| at * 37).chain((0..16).map(|bit| 1 << bit));
            places.all(|at| changed(is_whole, at) == Some(at >> shift & mask))
        };
        Some(Xor { bits: (1..=5).find(fits)?, base, shift })
    })
}

/// CuTe's functor, `Swizzle<3,3,3>`: of the element's index, or, with units of 16 bytes, of the byte's address.
fn functor(formula: &Node<'_>, bits: u32) -> Option<Option<RowXor>> {
    let formula = formula.called('{').map_or(formula, |(of, _)| of);
    let (_, rows) = formula.called('<').filter(|(of, _)| is_in("Swizzle Sw", of.text))?;
    let numbers: Option<Vec<u32>> = rows.iter().map(|row| row.text.parse().ok()).collect();
    let [b, m, s] = numbers?[..] else {
        return None;
    };
    let xor = Xor { bits: b, base: m, shift: s };
    let is_of_bytes = bits != 8 && Swizzle::ALL.iter().any(|mode| mode.xor() == xor);
    let of = if is_of_bytes { XorOf::Address } else { XorOf::Elements };
    if b == 0 { Some(None) } else { RowXor::new(of, xor).map(Some) }
}
