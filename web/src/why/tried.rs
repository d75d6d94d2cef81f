//! An access on plain rows, on padded ones and under a swizzle.

use super::*;
use swizzle_core::reader::is_legal_form;

/// An access on one layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The addresses of its lanes, and how they are served.
    pub beside: Beside,
    /// Where its lanes are in memory.
    pub spots: Spots,
    /// The words of its banks.
    pub words: Vec<TowerWord>,
    /// Its turns.
    pub turns: u32,
    /// Whether there are no fewer on any layout.
    pub is_least: bool,
    /// Cycles, where they were measured.
    pub cycles: Option<String>,
    /// Bytes from row to row; of a canonical layout, those of a row of its atom.
    pub row_bytes: u32,
    /// How large the matrix is there, and who reads it.
    pub foot: String,
}

/// What cannot be read: the name of the field, and why.
pub type Fault = (&'static str, String);

/// An access on plain rows, on padded ones, and under a swizzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// The instruction.
    pub access: Access,
    /// The three layouts.
    pub columns: [Column; 3],
    /// Turns of each mode.
    pub by_mode: Vec<(Swizzle, u32)>,
    /// Where the lanes are in the matrix.
    pub matrix: Option<Spots>,
    /// The title.
    pub line: VerdictLine<Form>,
    /// The layout whose addresses are listed.
    pub form: Form,
    /// What each lane asks for there.
    pub lanes: Vec<[String; 4]>,
    /// The code that computes that.
    pub code: Option<String>,
}

impl Tried {
    /// Works everything out.
    ///
    /// # Errors
    /// The fields that cannot be read.
    pub fn of(typed: &LanesShown) -> Result<Self, Vec<Fault>> {
        let side = |name, text: &str| number_from_text(text).map_err(|why| (name, why.to_string()));
        let sides = [side("rows", &typed.rows), side("columns", &typed.columns)];
        let formula = Formula::parse(&typed.formula).map_err(|why| ("formula", why.to_string()));
        let (sides, formula) = match (sides, formula) {
            ([Ok(rows), Ok(columns)], Ok(formula)) => ((rows, columns), formula),
            ([rows, columns], formula) => {
                let faults = [formula.err(), rows.err(), columns.err()];
                return Err(faults.into_iter().flatten().collect());
            }
        };
        let all = side_by_side(typed.access, &formula, typed.element, typed.major, sides)
            .map_err(|why| vec![("formula", why.to_string())])?;
        let third = Form::Canonical(typed.mode());
        let columns = [Form::Plain, Form::Padded, third].map(|form| {
            let found = all.iter().find(|one| one.form == form);
            column(typed, sides, found.unwrap_or(&all[0]))
        });
        let of_mode = |one: &Beside| match one.form {
            Form::Canonical(mode) if one.fits() => Some((mode, one.served.count())),
            _ => None,
        };
        let form = typed.layout.beside_plain();
        let listed = all.iter().find(|one| one.form == form);
        let layout = form.layout(typed.element, typed.major, sides.0, sides.1);
        Ok(Self {
            access: typed.access,
            by_mode: all.iter().filter_map(of_mode).collect(),
            matrix: matrix_spots(typed.access, &formula, typed.element, sides, &columns[0].beside.served)
                .ok(),
            line: verdict_of_access(&all, third),
            lanes: listed.map_or_else(Vec::new, |one| lane_rows(&one.lanes, &one.served)),
            code: listed
                .filter(|one| one.fits())
                .and_then(|_| address_code(typed.access, &typed.formula, &layout, sides).ok())
                .map(|code| code.text),
            columns,
            form,
        })
    }

    /// The most lines of memory that lanes touch on any of the three.
    pub fn lines(&self) -> u32 {
        let lines = self.columns.iter().map(|column| column.spots.lines.len());
        lines.max().unwrap_or(0) as u32
    }

    /// The most turns on any of the three.
    pub fn most(&self) -> u32 {
        let turns = self.columns.iter().map(|column| column.turns);
        turns.max().unwrap_or(1).max(1)
    }
}

fn column(typed: &LanesShown, (rows, columns): (u32, u32), beside: &Beside) -> Column {
    let access = typed.access;
    let Beside { form, lanes, served, .. } = beside;
    let tile = form.tile(typed.element, typed.major, rows, columns);
    let reads = |arch: Arch, chip: Chip| {
        chip.has_element(typed.element) && is_legal_form(arch, typed.element, typed.major, tile.swizzle)
    };
    let foot = match form {
        _ if !beside.fits() => ", no shared memory holds it".into(),
        Form::Plain => String::new(),
        Form::Padded => ", no descriptor reads it".into(),
        Form::Canonical(_) if reads(Arch::Wgmma, Chip::Sm90a) => ", read by wgmma, written by TMA".into(),
        Form::Canonical(_) if reads(Arch::Tcgen05, Chip::Sm100a) => {
            ", read by tcgen05, written by TMA".into()
        }
        Form::Canonical(_) => ", no tensor core reads it".into(),
    };
    Column {
        spots: memory_spots(access, lanes, served),
        words: tower_words(access, lanes, served),
        turns: served.count(),
        is_least: served.conflicts() == 0 && beside.fits(),
        // Padded rows were not measured.
        cycles: cycles_of_access(access, served.ways()).filter(|_| *form != Form::Padded),
        row_bytes: tile.row_bytes.unwrap_or(tile.swizzle.row_bytes()),
        foot: bytes_of_access(beside) + &foot,
        beside: beside.clone(),
    }
}

#[cfg(test)]
mod tests {
    use swizzle_core::reader::VerdictKind;
    use swizzle_core::{Element, Major};
    use swizzle_warp::Preset;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn an_access_is_served_on_three_layouts() {
        let tried = |typed: &LanesShown| Tried::of(typed).expect("an access");
        let plain = tried(&LanesShown::default());
        let shown = |tried: &Tried| {
            let columns = tried.columns.iter();
            columns.map(|one| (one.turns, one.is_least, one.cycles.clone())).collect::<Vec<_>>()
        };
        let expected = [(32, false, Some("31.7".into())), (4, true, None), (4, true, Some("4.0".into()))];
        assert_eq!(shown(&plain), expected);
        let feet = plain.columns.clone().map(|column| column.foot);
        assert_eq!(
            feet,
            [
                "8,192 bytes",
                "9,216 bytes, no descriptor reads it",
                "8,192 bytes, read by wgmma, written by TMA"
            ]
        );
        assert_eq!((plain.most(), plain.form, plain.lanes.len()), (32, Form::Canonical(Swizzle::B128), 32));
        assert!(plain.code.is_some() && plain.matrix.is_some());
        let of_mode = |typed: LanesShown| tried(&typed).columns[2].foot.clone();
        let tf32 = LanesShown { element: Element::Tf32, major: Major::Mn, ..LanesShown::default() };
        assert!(of_mode(tf32.clone()).ends_with("no tensor core reads it"), "{}", of_mode(tf32));
        let fp4 = LanesShown { element: Element::E2m1, ..LanesShown::default() };
        assert!(of_mode(fp4).ends_with("read by tcgen05, written by TMA"));
        let stored = LanesShown::default().with_preset(Preset::EpilogueStore);
        assert_eq!(tried(&stored).columns.clone().map(|one| one.turns), [8, 1, 1]);
    }

    #[test]
    fn what_no_shared_memory_holds_is_served_nowhere() {
        let sized = |rows: &str, columns: &str| {
            let (rows, columns) = (rows.into(), columns.into());
            let typed = LanesShown { rows, columns, ..LanesShown::default() };
            Tried::of(&typed).expect("an access")
        };
        for (rows, columns) in [("64", "65536"), ("65536", "65536"), ("64", "2048")] {
            let large = sized(rows, columns);
            assert_eq!((large.line.kind, large.most()), (VerdictKind::Wrong, 1));
            assert!(large.code.is_none() && large.by_mode.is_empty());
            for column in large.columns {
                let is_claimed = column.is_least || column.cycles.is_some();
                assert!(!is_claimed && column.foot.ends_with("no shared memory holds it"));
            }
        }
        // Plain rows fit exactly, padded ones do not.
        let padded = sized("14528", "8");
        let turns = padded.columns.clone().map(|one| one.turns);
        assert_eq!((turns[0] > 0, turns[1]), (true, 0));
        assert_eq!(padded.line.headline, "No shared memory holds 464,896 bytes: at most 232,448");
    }

    #[test]
    fn faults_name_their_fields() {
        let typed = |formula: &str, rows: &str| LanesShown {
            formula: formula.into(),
            rows: rows.into(),
            ..LanesShown::default()
        };
        let faults = |typed: &LanesShown| {
            let faults = Tried::of(typed).err().unwrap_or_default();
            faults.into_iter().map(|(field, _)| field).collect::<Vec<_>>()
        };
        assert_eq!(faults(&typed("(lane +, 0)", "12x")), ["formula", "rows"]);
        assert_eq!(faults(&typed("(lane * 100, 0)", "64")), ["formula"]);
        assert_eq!(faults(&typed("(lane, 0)", "64")), [""; 0]);
    }
}
