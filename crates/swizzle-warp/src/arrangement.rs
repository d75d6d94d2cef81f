//! The accesses that fill and read a tile, in plain rows, padded rows and rows under each XOR, and which of these serves them all.

use crate::banks::{Lanes, WARP_LANES, wavefronts_from_lanes};
use crate::copy::{Through, wavefronts_of_copy};
use crate::formula::{Formula, FormulaError, Known};
use crate::instruction::{Access, Transfer};
use crate::preset::Preset;
use swizzle_core::hardware::{AddressSpace, Element, LINE_BYTES, Major, Named as _, UNIT_BYTES, quoted};
use swizzle_core::law::{Coord, Layout, RowXor, Rows, Xor, XorOf};

/// A matrix that a block holds in shared memory, by rows of its contiguous dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileRows {
    /// Element type.
    pub element: Element,
    /// Rows.
    pub rows: u32,
    /// Elements of a row.
    pub columns: u32,
}

/// One of the accesses that fill or read a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileAccess {
    /// As it was asked for.
    pub name: String,
    by: By,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum By {
    /// TMA, which writes plain rows or one of its modes.
    Tma,
    /// The lanes of a warp; a `cp.async` goes through a cache.
    Warp(Access, Formula, Option<Through>),
}

/// An arrangement of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrangement {
    /// Bytes after each row.
    pub pad_bytes: u32,
    /// The XOR that exchanges units.
    pub xor: Option<RowXor>,
}

/// What one access costs: wavefronts of one instruction, at the place in the tile where they are most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Served {
    /// Wavefronts; `None` where no law is known.
    pub wavefronts: Option<u32>,
    /// As many as it has at least, at any addresses.
    pub least: u32,
}

/// A tile in one arrangement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arranged {
    /// The arrangement.
    pub arrangement: Arrangement,
    /// Bytes that it takes more than plain rows.
    pub added_bytes: u32,
    /// The cost of each access, or why the tile cannot be arranged so.
    pub served: Result<Vec<Served>, String>,
}

/// A tile in every arrangement, the least memory and then the simplest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangements {
    /// The accesses.
    pub accesses: Vec<TileAccess>,
    /// All arrangements.
    pub all: Vec<Arranged>,
}

impl TileAccess {
    /// Reads an access. Left out, a load, store or copy goes along the rows, and matrices are those of 16 rows of 2 units.
    fn from_text(text: &str) -> Result<Self, String> {
        let (name, formula) =
            text.split_once('=').map_or((text, None), |(name, formula)| (name, Some(formula)));
        let name = name.trim();
        if name.eq_ignore_ascii_case("tma") {
            return Ok(Self { name: name.into(), by: By::Tma });
        }
        let (access, known) = match (Preset::from_name(name), instruction(name)) {
            (Ok(preset), _) => (preset.access(), preset),
            (_, Some(access)) => (access, usual(access)),
            _ => {
                let name = quoted(name);
                return Err(format!(
                    "access “{name}” is unknown: TMA, one of {}, or an instruction such as cp.async.cg, st.shared.v4, ld.shared.b32, ldmatrix.x4.trans, stmatrix.x4",
                    Preset::NAMES.join(", ")
                ));
            }
        };
        let formula = formula.map_or_else(|| Ok(known.formula()), Formula::parse);
        let formula = formula.map_err(|why| format!("{name}: {why}"))?;
        let is_by_l1 = name.contains(".ca") || access.bytes() < UNIT_BYTES;
        let through = (access.transfer() == Transfer::CopyAsync).then_some(if is_by_l1 {
            Through::L1
        } else {
            Through::L2
        });
        Ok(Self { name: name.into(), by: By::Warp(access, formula, through) })
    }

    /// The cost in an arrangement.
    fn served(&self, tile: &TileRows, layout: &Layout, arranged: Arrangement) -> Result<Served, String> {
        let By::Warp(access, formula, through) = &self.by else {
            let row_bytes = tile.row_bytes();
            let is_mode =
                |xor: RowXor| xor.of() == XorOf::Address && row_bytes == UNIT_BYTES << xor.xor().bits;
            return match arranged {
                Arrangement { pad_bytes: 0, xor } if xor.is_none_or(is_mode) => {
                    Ok(Served { wavefronts: Some(0), least: 0 })
                }
                _ => Err("TMA does not write it".into()),
            };
        };
        let (rows, columns) = (tile.rows, tile.columns);
        let (known, inside) =
            (|lane| Known::of(*access, tile.element, rows, columns, lane), formula.inside());
        let lanes = (0..access.lanes() as u32).map(|lane| inside(known(lane))).collect::<Result<Vec<_>, _>>();
        let lanes = lanes.map_err(|why| format!("{}: {why}", self.name))?;
        let high = lanes.iter().map(|(row, _)| row + 1).max().unwrap_or(1);
        let wide = lanes.iter().map(|(_, column)| *column).max().unwrap_or(0) + known(0).width;
        let global_pitch = tile.row_bytes().next_multiple_of(LINE_BYTES);
        let places = (0..=rows - high).step_by(high as usize);
        let places = places
            .flat_map(|row| (0..=columns - wide).step_by(wide as usize).map(move |column| (row, column)));
        let (mut most, mut least) = (Some(0), 0);
        for (first, left) in places {
            let (mut shared, mut global): (Lanes, Lanes) = ([None; WARP_LANES], [None; WARP_LANES]);
            for (lane, (row, column)) in lanes.iter().enumerate() {
                let (row, column) = (row + first, column + left);
                let at = layout.byte_from_element(Coord::at(layout.major(), column, row));
                if at.bit != 0 || !at.byte.is_multiple_of(access.bytes()) {
                    let why = FormulaError::misaligned(lane as u32, (row, column), access.bytes());
                    return Err(format!("{}: {why}", self.name));
                }
                shared[lane] = Some(at.byte);
                global[lane] = Some(row * global_pitch + column * tile.element.slot_bits() / 8);
            }
            let by_banks = wavefronts_from_lanes(*access, &shared);
            least = least.max(by_banks.groups.len() as u32);
            let found = match through {
                Some(through) => wavefronts_of_copy(*access, *through, &shared, &global),
                None => Some(by_banks.count()),
            };
            most = most.zip(found).map(|(most, found)| most.max(found));
        }
        Ok(Served { wavefronts: most, least })
    }
}

/// An instruction by its name, or as PTX has it, without its last words.
fn instruction(name: &str) -> Option<Access> {
    let (opcode, bytes) = name.split_once(' ').unwrap_or((name, "16"));
    let whole = match opcode.rsplit('.').next()? {
        last if last == "shared" || last.strip_prefix('v').is_some_and(|count| count.len() == 1) => {
            format!("{opcode}.b32")
        }
        _ if opcode.starts_with("cp.async") => format!("{opcode}.shared.global"),
        _ => opcode.into(),
    };
    Access::from_opcode(&whole, bytes.parse().ok()?).or_else(|| Access::from_name(name).ok())
}

/// The preset whose formula an access has where none is given.
fn usual(access: Access) -> Preset {
    match access {
        Access::LoadMatrix1 | Access::StoreMatrix1 => Preset::ColumnByColumn,
        _ if matches!(access.transfer(), Transfer::LoadMatrix | Transfer::StoreMatrix) => Preset::FragmentOfA,
        _ => Preset::RowByRow,
    }
}

impl TileRows {
    /// What each access costs in a layout of the tile, in words; of those that can be made there.
    ///
    /// ```
    /// use swizzle_core::{Element, Layout, Major};
    /// use swizzle_warp::TileRows;
    /// let tile = TileRows { element: Element::F16, rows: 64, columns: 64 };
    /// let plain = Layout::plain_rows(Element::F16, Major::K, 0, 128, None);
    /// assert_eq!(tile.costs(&plain, &["ld.shared.v4", "ldmatrix.x4"]), ["ld.shared.v4 in 4 wavefronts", "ldmatrix.x4 in 32 (4 without conflicts)"]);
    /// ```
    pub fn costs(&self, layout: &Layout, accesses: &[&str]) -> Vec<String> {
        let cost = |name: &&str| {
            self.check().ok()?;
            let as_it_is = Arrangement { pad_bytes: 0, xor: None };
            let served = TileAccess::from_text(name).ok()?.served(self, layout, as_it_is).ok()?;
            let count = served.wavefronts?;
            Some(if served.is_free() {
                format!("{name} in {count} wavefronts")
            } else {
                format!("{name} in {count} ({} without conflicts)", served.least)
            })
        };
        accesses.iter().filter_map(cost).collect()
    }

    fn check(&self) -> Result<(), String> {
        let Self { element, rows, columns } = *self;
        let row_bits = u64::from(columns) * u64::from(element.slot_bits());
        if rows == 0 || row_bits == 0 || row_bits % 8 > 0 {
            return Err(format!("{rows} rows of {columns} elements are not whole bytes"));
        }
        if row_bits / 8 * u64::from(rows) > 1 << 18 {
            return Err(format!("{rows} × {columns} elements are more than 256 KiB"));
        }
        Ok(())
    }

    const fn row_bytes(&self) -> u32 {
        self.columns.saturating_mul(self.element.slot_bits()) / 8
    }
}

impl Arrangement {
    /// All that are compared, the simplest first: an XOR of 16-byte units has a name in links, then come those of words, then
    /// padding by a unit, two words or a word.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |pad_bytes, xor| Self { pad_bytes, xor };
        let words = [3, 4, 5].map(|bits| RowXor::new(XorOf::Rows, Xor { bits, base: 2, shift: 0 }));
        let xors = RowXor::ALL.iter().copied().chain(words.into_iter().flatten());
        let padded = [UNIT_BYTES, 8, 4].map(|pad_bytes| of(pad_bytes, None));
        [of(0, None)].into_iter().chain(xors.map(move |xor| of(0, Some(xor)))).chain(padded)
    }

    /// What it is, in a few words.
    pub fn text(self) -> String {
        match self {
            Self { xor: Some(xor), .. } => xor.text(),
            Self { pad_bytes: 0, .. } => "plain rows".into(),
            Self { pad_bytes, .. } => format!("rows padded by {pad_bytes} bytes"),
        }
    }

    fn layout(self, tile: &TileRows) -> Result<Layout, String> {
        let row_bytes = tile.row_bytes();
        if let Some(xor) = self.xor {
            let unit_bytes = xor.unit_bytes(tile.element).ok_or("it would exchange parts of an element")?;
            let run = unit_bytes << xor.xor().bits;
            if xor.of() == XorOf::Rows && !row_bytes.is_multiple_of(run) {
                return Err(format!("{row_bytes} bytes a row are not a multiple of {run}"));
            }
        }
        let rows = Rows { pitch_bytes: row_bytes.saturating_add(self.pad_bytes), xor: self.xor, pad: None };
        Ok(Layout::of_rows(AddressSpace::default(), tile.element, Major::K, 0, rows))
    }
}

impl Arrangements {
    /// A tile in every arrangement, for the accesses that fill and read it: TMA, a preset, or an instruction, by its name or as
    /// PTX has it, then `=` and a formula from lane to row and column.
    ///
    /// ```
    /// use swizzle_warp::{Arrangements, TileRows};
    /// use swizzle_core::Element;
    /// let tile = TileRows { element: Element::F16, rows: 64, columns: 64 };
    /// let all = Arrangements::of(&tile, ["cp.async.cg", "ldmatrix.x4.trans"]).unwrap();
    /// let plain = all.all[0].served.as_ref().unwrap();
    /// assert_eq!((plain[0].wavefronts, plain[1].wavefronts), (Some(4), Some(32)));
    /// assert_eq!(all.best().unwrap().arrangement.text(), "unit ^ (row & 7)");
    /// ```
    ///
    /// # Errors
    /// If rows are not whole bytes, the tile is larger than shared memory, or an access does not fit it.
    pub fn of<'a>(tile: &TileRows, accesses: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let accesses = accesses.into_iter().map(TileAccess::from_text).collect::<Result<Vec<_>, _>>()?;
        tile.check()?;
        let arranged = |arrangement: Arrangement| Arranged {
            arrangement,
            added_bytes: arrangement.pad_bytes * tile.rows,
            served: arrangement.layout(tile).and_then(|layout| {
                accesses.iter().map(|access| access.served(tile, &layout, arrangement)).collect()
            }),
        };
        let mut all: Vec<Arranged> = Arrangement::all().map(arranged).collect();
        all.sort_by_key(|one| one.added_bytes);
        match &all[0].served {
            Err(why) => Err(why.clone()),
            Ok(_) => Ok(Self { accesses, all }),
        }
    }

    /// The arrangement with the least memory, and then the simplest, in which no access is known to have conflicts; of these one in
    /// which the cost of all is known, if there is one.
    pub fn best(&self) -> Option<&Arranged> {
        let is_free = |one: &&Arranged| one.served.as_ref().is_ok_and(|all| all.iter().all(Served::is_free));
        let unknown =
            |one: &&Arranged| one.served.iter().flatten().filter(|one| one.wavefronts.is_none()).count();
        self.all.iter().filter(is_free).min_by_key(unknown)
    }

    /// What is recommended and why, or which accesses stand in the way.
    pub fn recommendation(&self) -> String {
        let names = |which: &dyn Fn(usize) -> bool| {
            let named = self.accesses.iter().enumerate().filter(|(at, _)| which(*at));
            named.map(|(_, access)| access.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let served = || self.all.iter().filter_map(|one| one.served.as_ref().ok());
        let Some(best) = self.best() else {
            let everywhere = |at: usize| served().all(|all| !all[at].is_free());
            let stuck = names(&everywhere);
            return if stuck.is_empty() {
                "No arrangement frees all of them: each that frees one leaves conflicts in another.".into()
            } else {
                format!("No arrangement frees all of them: {stuck} has conflicts in every one.")
            };
        };
        let of_best = best.served.as_deref().unwrap_or_default();
        let unknown = names(&|at| of_best[at].wavefronts.is_none());
        let which = if unknown.is_empty() { "no access" } else { "no access whose cost is known" };
        let mut text = match (best.added_bytes, best.arrangement.text()) {
            (0, name) => format!("{name}: {which} has conflicts, and no memory is added."),
            (added, name) => format!("{name}: {which} has conflicts; {added} bytes are added."),
        };
        if !unknown.is_empty() {
            text += &format!(" The cost of {unknown} is not known there: no law covers it.");
        }
        let padded = self.all.iter().find(|one| one.arrangement.pad_bytes == UNIT_BYTES);
        let padded = padded.and_then(|one| one.served.as_deref().ok()).unwrap_or_default();
        for (access, (here, there)) in self.accesses.iter().zip(of_best.iter().zip(padded)) {
            let is_copy = matches!(access.by, By::Warp(.., Some(Through::L2))) && here.wavefronts.is_some();
            text += &match there.wavefronts {
                Some(more) if is_copy && !there.is_free() => {
                    let Served { least, .. } = there;
                    format!(" Padding is not free for {}: {more} wavefronts, not {least}.", access.name)
                }
                None if is_copy => format!(" The cost of {} in padded rows is not known.", access.name),
                _ => continue,
            };
        }
        text
    }
}

impl Arranged {
    /// The wavefronts of each access, those with conflicts with a star; or why there are none.
    pub fn texts(&self) -> Vec<String> {
        let text = |served: &Served| match served.wavefronts {
            None => "not known".into(),
            Some(count) => format!("{count}{}", if served.is_free() { "" } else { "*" }),
        };
        match &self.served {
            Ok(all) => all.iter().map(text).collect(),
            Err(why) => vec![why.clone()],
        }
    }
}

impl Served {
    /// Whether it has no conflicts, as far as is known.
    pub fn is_free(&self) -> bool {
        self.wavefronts.is_none_or(|wavefronts| wavefronts <= self.least)
    }
}
