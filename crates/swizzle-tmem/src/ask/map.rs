//! A map of tensor memory: elements and their places.

use super::*;

/// A map of tensor memory, and the maps of sources that disagree with it.
///
/// An element has two numbers ([`What::fields`](crate::ask::What::fields)): row and column of D, row and k of A, row and factor of scale factors, row
/// and byte of a copy's source, thread (of the warpgroup, 0 to 127) and register of a load. Lanes and columns count from the
/// address of what is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// The question that this map answers.
    pub asked: Asked,
    /// The reading that is used first.
    readings: Vec<Read>,
}

impl Map {
    /// The map of what is asked about.
    ///
    /// # Errors
    /// The part of the question that is missing, out of range, or that no source answers.
    pub fn new(asked: &Asked) -> Result<Self, Fault> {
        let mut readings = all(asked)?;
        let is_asked = |(witness, _): &Read| witness.is_some() && *witness == asked.reading;
        let at = readings.iter().position(is_asked).unwrap_or(0);
        readings[..=at].rotate_right(1);
        Ok(Self { asked: asked.clone(), readings })
    }

    fn spread(&self) -> &Spread {
        &self.readings[0].1
    }

    /// Its law, with source and mark.
    pub fn law(&self) -> &Law {
        &self.spread().law
    }

    /// Returns the source of this reading, where sources disagree.
    pub fn witness(&self) -> Option<Witness> {
        self.readings[0].0
    }

    /// Returns the place of an element.
    ///
    /// # Errors
    /// The number that is out of range.
    pub fn place(&self, at: [u32; 2]) -> Result<Place, Fault> {
        let [first, second] = self.asked.what.fields();
        let cells = self.spread().points(at).map_err(|refusal| {
            let of_first = ["row", "thread", "warp"];
            let is_first = |what: &str| of_first.iter().any(|word| what.starts_with(word));
            let field = match &refusal {
                Refusal::Index { what, .. } if is_first(what) => first,
                _ => second,
            };
            Fault::of(field)(refusal)
        })?;
        Ok(Place::new(&cells))
    }

    /// The elements at a place: one, or several where the halves of `.16x32bx2` overlap. Any bit of the element will do.
    ///
    /// # Errors
    /// A place that tensor memory does not have, or that holds nothing of it.
    pub fn element(&self, cell: Point) -> Result<Vec<[u32; 2]>, Fault> {
        for (field, refusal) in [
            (Field::Cta, inside("cta", cell.cta, self.asked.ctas())),
            (Field::Lane, inside("lane", cell.lane, LANES)),
            (Field::Column, inside("column", cell.column, COLUMNS)),
            (Field::Bit, inside("bit", cell.bit, 32)),
        ] {
            refusal.map_err(Fault::of(field))?;
        }
        let spread = self.spread();
        let found = spread.elements(cell);
        let (field, why) = match found.first() {
            Some([row, _]) if *row >= spread.rows => {
                (Field::Column, format!("row {row} is padding: there are {} rows", spread.rows))
            }
            Some(at @ [_, factor]) if spread.is_padding(*at) => {
                let factors = spread.along().used;
                (Field::Column, format!("scale factor {factor} is padding: there are {factors} of each row"))
            }
            Some(_) => return Ok(found),
            None => {
                let Point { lane, column, bit, .. } = cell;
                let what = self.asked.what;
                (Field::Lane, format!("lane {lane}, column {column}, bit {bit} holds nothing of this {what}"))
            }
        };
        Err(Fault { field, why })
    }

    /// Returns what is not settled about an element's place: the places in other sources, and what is not known.
    pub fn doubts(&self, at: [u32; 2]) -> Vec<String> {
        let mut doubts = Vec::new();
        let Ok(here) = self.place(at) else {
            return doubts;
        };
        if self.asked.takes_usual_m() {
            doubts.push(format!(
                "m is not specified: {} is assumed, and another m gives another place or none",
                self.asked.usual_m()
            ));
        }
        for (witness, there) in &self.readings[1..] {
            let Ok(there) = there.points(at).map(|cells| Place::new(&cells)) else {
                continue;
            };
            if there.cells != here.cells {
                let whose = witness.map_or("another source", Witness::text);
                doubts.push(format!("sources disagree: {whose} places it in {}; not measured", there.text()));
            }
        }
        if let Some(own) = self.spread().own_rows {
            doubts.push(format!(
                "row is that of the fragment of 128 rows that CuTe has in each CTA; each CTA has {own} rows of A, and whether rows {own} to 127 matter is not known"
            ));
        }
        doubts
    }
}
