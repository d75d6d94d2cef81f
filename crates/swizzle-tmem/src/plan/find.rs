//! An element by its name.

use super::*;

/// The two numbers of an element in a region.
type RowAndIndex = (u32, u32);

impl Laid {
    /// The cells of an element as it is written: `D(70, 33)`, `SFA 37 5`, or `70, 33` of the first region. With a region's
    /// number it is of that: `D 2 (6, 33)`.
    ///
    /// # Errors
    /// A message that says what is wrong with the text, and what there is.
    ///
    /// ```
    /// use swizzle_tmem::plan::Plan;
    /// let laid = Plan::default().laid();
    /// let found = laid.find("SFA row 37 block 5").unwrap();
    /// let lanes: Vec<_> = found.1.iter().map(|cell| (cell.lane, cell.column)).collect();
    /// assert_eq!(lanes, [(5, 261), (37, 261), (69, 261), (101, 261)]);
    /// assert_eq!(laid.find("D(128, 0)").unwrap_err(), "row m 128 is out of range: 0 to 127");
    /// ```
    pub fn find(&self, text: &str) -> Result<(usize, Vec<Cell>), String> {
        let (region, at) = self.named(text)?;
        let (row, index) = at.ok_or(EXPECTED)?;
        let cells = region.cells(row, index).map_err(|refusal| refusal.to_string())?;
        Ok((region.index, cells))
    }

    /// The region that a text names so, the first one where it names none, and the two numbers of an element, if they follow.
    ///
    /// # Errors
    /// A message that says what is wrong with the text, and what there is.
    pub fn named(&self, text: &str) -> Result<(&Region, Option<RowAndIndex>), String> {
        let text = text.trim();
        let word: String =
            text.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
        let what = match &*word {
            "" => None,
            word => {
                let unknown = |_| format!("“{word}” is not a region: one of D, A, SFA, SFB, metadata");
                Some(What::from_name(word).map_err(unknown)?)
            }
        };
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers = numbers.filter(|part| !part.is_empty());
        let numbers: Result<Vec<u32>, _> = numbers.map(str::parse).collect();
        let (number, at) = match numbers.as_deref() {
            Ok([]) => (1, None),
            Ok([row, index]) => (1, Some((*row, *index))),
            Ok([number, row, index]) => (*number, Some((*row, *index))),
            Ok(_) | Err(_) => return Err(EXPECTED.into()),
        };
        let is_it = |one: &&Region| what.is_none_or(|what| one.what == what);
        let count = number.checked_sub(1).map(|before| before as usize);
        let region = count.and_then(|before| self.regions().filter(is_it).nth(before));
        let region = region.ok_or_else(|| match what {
            Some(what) if number > 1 => format!("There is no {} {number}", what.text()),
            Some(what) => format!("There is no {}", what.text()),
            None => "There is no region".into(),
        })?;
        Ok((region, at))
    }
}

const EXPECTED: &str = "Type a region and two numbers, such as D(70, 33)";
