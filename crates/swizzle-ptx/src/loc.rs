//! Lines of the source, as `.loc` and `.file` tell them.

use std::collections::HashMap;

use crate::operand::read_number;

/// A place in a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file's number.
    pub file: u32,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
}

/// The places that a text names.
#[derive(Debug, Default, Clone)]
pub struct Locs<'a> {
    files: HashMap<u32, &'a str>,
    /// A place, and where its code was inlined.
    places: Vec<(Place, Option<Place>)>,
    inlined: HashMap<Place, Place>,
}

impl<'a> Locs<'a> {
    /// Reads `.file 1 "name"`.
    pub(crate) fn read_file(&mut self, text: &'a str) {
        let mut quoted = text.split('"');
        let number = quoted.next().and_then(|number| number.trim().parse().ok());
        if let (Some(number), Some(name)) = (number, quoted.next()) {
            self.files.insert(number, name);
        }
    }

    /// Reads `.loc 1 30 5, function_name …, inlined_at 1 50 9`, and returns the number of the place, from 1.
    pub(crate) fn read_loc(&mut self, text: &str) -> u32 {
        let place = |text: &str| {
            let mut numbers = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
            let mut next = || read_number(numbers.next()?).map(|number| number as u32);
            Some(Place { file: next()?, line: next()?, column: next().unwrap_or(0) })
        };
        let Some(here) = place(text) else { return 0 };
        let at = text.split_once("inlined_at").and_then(|(_, at)| place(at));
        if let Some(at) = at {
            self.inlined.insert(here, at);
        }
        self.places.push((here, at));
        self.places.len() as u32
    }

    /// The name of a file.
    pub fn file(&self, number: u32) -> Option<&'a str> {
        self.files.get(&number).copied()
    }

    /// The files and lines of an instruction, the innermost first; those whose file is not named are left out.
    pub fn lines(&self, loc: u32) -> Vec<(&'a str, u32)> {
        let chain = self.chain(loc).into_iter();
        chain.filter_map(|place| Some((self.file(place.file)?, place.line))).collect()
    }

    /// The chain of places of an instruction: where it is, where that was inlined, and so on.
    pub fn chain(&self, loc: u32) -> Vec<Place> {
        let Some((here, at)) = (loc as usize).checked_sub(1).and_then(|at| self.places.get(at)) else {
            return Vec::new();
        };
        // Line 0 stands for no line.
        let mut chain: Vec<Place> = Some(*here).into_iter().filter(|place| place.line > 0).collect();
        let mut next = *at;
        while let Some(place) = next.filter(|place| !chain.contains(place) && chain.len() < 16) {
            chain.push(place);
            next = self.inlined.get(&place).copied();
        }
        chain
    }
}
