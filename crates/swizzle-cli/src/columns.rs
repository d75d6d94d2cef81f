//! A filter from CSV to CSV that fills in some columns and passes the others through.

use super::*;

/// The columns that a filter reads and fills in.
pub(crate) struct Filter<'a> {
    /// Columns that the header must name.
    pub(crate) required: &'a [&'a str],
    /// Optional columns, each with its other names.
    pub(crate) optional: &'a [(&'a str, &'a [&'a str])],
    /// Columns that are filled in; those missing in the header are appended, in this order.
    pub(crate) answers: &'a [&'a str],
}

/// Why a row has no answer, and the column at fault, from 0.
pub(crate) struct Fault {
    pub(crate) column: usize,
    pub(crate) why: String,
}

/// A row and the numbers of the filter's columns.
pub(crate) struct Values<'a> {
    row: &'a Row,
    columns: &'a Columns<'a>,
}

/// Column numbers of a file, from 0.
struct Columns<'a> {
    /// Those that are read and there, by the filter's names.
    at: HashMap<&'a str, usize>,
    /// Those that are filled in; none for one that is appended.
    answers: Vec<Option<usize>>,
    /// Names, for messages.
    names: Vec<String>,
}

impl<'a> Filter<'a> {
    /// Reads standard input; `answer` fills in one text for each column of `answers`.
    pub(crate) fn run(
        &self,
        out: &mut impl Write,
        answer: impl FnMut(&Values<'_>) -> Result<Vec<String>, Fault>,
    ) -> Outcome {
        self.run_on(standard_input("CSV with a header")?, out, answer)
    }

    /// Reads a table that is already open.
    pub(crate) fn run_on(
        &self,
        input: impl BufRead,
        out: &mut impl Write,
        mut answer: impl FnMut(&Values<'_>) -> Result<Vec<String>, Fault>,
    ) -> Outcome {
        let mut err = io::stderr().lock();
        let mut rows = Rows::new(input);
        let mut row = Row::default();
        let columns = loop {
            if !rows.read(&mut row)? {
                return Err(Failure::Input(format!(
                    "the input has no header; it must name {}",
                    self.required.join(", ")
                )));
            }
            if !row.is_empty() {
                break self.columns(&row)?;
            }
        };
        let names: Vec<String> = self.answers.iter().map(|name| (*name).into()).collect();
        columns.write_row(&row, &names, out)?;
        let empty = vec![String::new(); names.len()];
        let mut has_faults = false;
        while rows.read(&mut row)? {
            if row.is_empty() {
                out.write_all(row.line_end())?;
                continue;
            }
            if row.is_open() {
                // An answer would be inside the quotes.
                has_faults = true;
                let fault = Fault {
                    column: row.len() - 1,
                    why: "the quote is not closed: the field contains the rest of the input".into(),
                };
                columns.write_fault(&row, &fault, &mut err)?;
                out.write_all(row.as_it_came())?;
                continue;
            }
            let values = Values { row: &row, columns: &columns };
            let answers = columns.check_length(&row).and_then(|()| answer(&values)).or_else(|fault| {
                has_faults = true;
                columns.write_fault(&row, &fault, &mut err)?;
                Ok::<_, io::Error>(empty.clone())
            })?;
            columns.write_row(&row, &answers, out)?;
        }
        exit(if has_faults { 2 } else { 0 })
    }

    fn columns(&self, header: &Row) -> Result<Columns<'a>, Failure> {
        let names: Vec<String> = (0..header.len())
            .filter_map(|column| header.value(column))
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        let refuse = |why: String| Failure::Input(format!("line {}: {why}", header.line()));
        let find = |wanted: &&str| {
            let mut found = (0..names.len()).filter(|column| names[*column] == *wanted);
            match (found.next(), found.next()) {
                (first, None) => Ok(first),
                (_, Some(again)) => Err(refuse(format!(
                    "the header names {wanted} twice, the second time as column {}",
                    again + 1
                ))),
            }
        };
        let (mut at, mut missing) = (HashMap::new(), Vec::new());
        for name in self.required {
            match find(name)? {
                Some(column) => drop(at.insert(*name, column)),
                None => missing.push(*name),
            }
        }
        if !missing.is_empty() {
            return Err(refuse(format!("the header does not name {}", missing.join(", "))));
        }
        for (name, aliases) in self.optional {
            for word in [name].into_iter().chain(*aliases) {
                let Some(again) = find(word)? else { continue };
                if let Some(first) = at.insert(*name, again) {
                    return Err(refuse(format!("columns {} and {} are both {name}", first + 1, again + 1)));
                }
            }
        }
        let answers = self.answers.iter().map(find).collect::<Result<_, _>>()?;
        Ok(Columns { at, answers, names })
    }
}

impl Columns<'_> {
    fn check_length(&self, row: &Row) -> Result<(), Fault> {
        let (found, wanted) = (row.len(), self.names.len());
        if found == wanted {
            return Ok(());
        }
        Err(Fault {
            column: found.min(wanted),
            why: format!("the row has {found} fields, the header has {wanted}"),
        })
    }

    /// Writes the row unchanged except for the answers; a short row is filled up so that they are in the columns of the header.
    fn write_row(&self, row: &Row, answers: &[String], out: &mut impl Write) -> io::Result<()> {
        let of_column = |column: usize| {
            let at = self.answers.iter().position(|at| *at == Some(column))?;
            answers.get(at)
        };
        let appended = (self.answers.iter().zip(answers)).filter(|(column, _)| column.is_none());
        let mut fields: Vec<&[u8]> = (0..self.names.len())
            .map(|column| of_column(column).map_or(row.text(column), |text| text.as_bytes()))
            .collect();
        fields.extend(appended.map(|(_, text)| text.as_bytes()));
        // Extra fields of a row come last.
        fields.extend((self.names.len()..row.len()).map(|column| row.text(column)));
        out.write_all(&fields.join(&b','))?;
        out.write_all(row.line_end())
    }

    fn write_fault(&self, row: &Row, fault: &Fault, err: &mut impl Write) -> io::Result<()> {
        let (line, column) = (row.line(), fault.column + 1);
        let name = match self.names.get(fault.column) {
            Some(name) => format!(" ({})", quoted(name)),
            None => String::new(),
        };
        writeln!(err, "line {line}, column {column}{name}: {}", fault.why)
    }
}

impl Values<'_> {
    /// The file's column of a name; `None` if it is optional and missing.
    fn at(&self, name: &str) -> Option<usize> {
        self.columns.at.get(name).copied()
    }

    /// The row's line in the file.
    pub(crate) fn line(&self) -> u64 {
        self.row.line()
    }

    /// A fault in a column; for a missing one, in the column after the last.
    pub(crate) fn fault(&self, name: &str, why: impl ToString) -> Fault {
        Fault { column: self.at(name).unwrap_or(self.row.len()), why: why.to_string() }
    }

    /// A value as it is read; `None` if its column is missing or empty.
    pub(crate) fn read<T, E: ToString>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, Fault> {
        let text = self.text(name)?;
        let value = text.map(|text| read(&text));
        value.transpose().map_err(|why| self.fault(name, why))
    }

    /// A number, if there is one.
    pub(crate) fn number(&self, name: &str) -> Result<Option<u32>, Fault> {
        self.read(name, number_from_text)
    }

    /// A choice, if there is one.
    pub(crate) fn choice<T: Named>(&self, name: &str) -> Result<Option<T>, Fault> {
        self.read(name, |text| T::from_name(name_among(T::NAMES, text)))
    }

    /// A value that has to be there.
    pub(crate) fn needed<T>(&self, name: &str, value: Option<T>) -> Result<T, Fault> {
        value.ok_or_else(|| self.fault(name, "the value is empty"))
    }

    /// A number that has to be there.
    pub(crate) fn needed_number(&self, name: &str) -> Result<u32, Fault> {
        self.needed(name, self.number(name)?)
    }

    /// A choice that has to be there.
    pub(crate) fn needed_choice<T: Named>(&self, name: &str) -> Result<T, Fault> {
        self.needed(name, self.choice(name)?)
    }

    /// The text of a column; `None` if it is missing or empty.
    pub(crate) fn text(&self, name: &str) -> Result<Option<Cow<'_, str>>, Fault> {
        let value = self.at(name).and_then(|column| self.row.value(column));
        match value {
            None | Some([]) => Ok(None),
            // Otherwise the message would contain the rest of the file.
            Some(value) if value.contains(&b'\n') => {
                Err(self.fault(name, "the value contains a line break; is the quote closed?"))
            }
            Some(value) => Ok(Some(String::from_utf8_lossy(value))),
        }
    }
}
