//! `swizzle addresses`: the byte of every row's element, as a filter from CSV to CSV.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};

use swizzle_code::number_from_text;
use swizzle_core::hardware::{FIELD_VALUES, UNIT_BYTES, bytes_from_field, quoted, read_k_bytes};
use swizzle_core::{
    Arch, Coord, Element, Layout, LayoutParams, LboMode, Major, Named, Operand, Sparsity, Swizzle,
};

use crate::failure::Failure;
use crate::rows::{Row, Rows};

/// Fill in the column `byte` of CSV rows from standard input
///
/// The header must name element, major, swizzle, start, lbo_field, sbo_field, base_offset, mn and k, and may name arch,
/// in any order; other columns pass through. start is in bytes, the two fields in units of 16 bytes, numbers are decimal
/// or 0x hex; byte is absolute, modulo 2^18. A row without an answer passes through with byte empty, a message on
/// standard error names its line and column, and the exit code is 2. A warning names a row whose element no
/// single read reaches, because the descriptor's LBO is not the distance of the tile's columns.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle addresses < rows.csv > answers.csv

where rows.csv contains
  element,major,swizzle,start,lbo_field,sbo_field,base_offset,mn,k
  bf16,K,128B,1024,1,64,0,3,40")]
pub(crate) struct Args {}

/// The columns that a header must name.
const REQUIRED: [&str; 9] = [
    "element",
    "major",
    "swizzle",
    "start",
    "lbo_field",
    "sbo_field",
    "base_offset",
    "mn",
    "k",
];

/// Column numbers of a file, from 0.
struct Columns {
    /// Columns of [`REQUIRED`], in its order.
    required: [usize; REQUIRED.len()],
    arch: Option<usize>,
    byte: Option<usize>,
    /// Names, for messages.
    names: Vec<String>,
}

/// Why a row has no answer, and the column at fault, from 0.
struct Fault {
    column: usize,
    why: String,
}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let input = io::stdin().lock();
    let mut err = io::stderr().lock();
    if input.is_terminal() {
        writeln!(err, "reading CSV with a header from standard input")?;
    }
    fill(BufReader::with_capacity(1 << 16, input), out, &mut err)
}

fn fill(input: impl BufRead, out: &mut impl Write, err: &mut impl Write) -> Result<(), Failure> {
    let mut rows = Rows::new(input);
    let mut row = Row::default();
    let columns = loop {
        if !rows.read(&mut row)? {
            return Err(Failure::Input(format!(
                "the input has no header; it must name {}",
                REQUIRED.join(", ")
            )));
        }
        if !row.is_empty() {
            break Columns::from_header(&row)?;
        }
    };
    columns.write_row(&row, b"byte", out)?;
    let mut has_faults = false;
    let mut answer = Vec::new();
    while rows.read(&mut row)? {
        answer.clear();
        if row.is_empty() {
            out.write_all(row.line_end())?;
            continue;
        }
        if row.is_open() {
            // The byte would be inside the quotes.
            has_faults = true;
            let fault = Fault {
                column: row.len() - 1,
                why: "the quote is not closed: the field contains the rest of the input".into(),
            };
            columns.write_fault(&row, &fault, err)?;
            out.write_all(row.as_it_came())?;
            continue;
        }
        match columns.byte_from_row(&row) {
            Ok((byte, beyond)) => {
                write!(answer, "{byte}")?;
                if let Some(why) = beyond {
                    writeln!(err, "line {}: warning: {why}", row.line())?;
                }
            }
            Err(fault) => {
                has_faults = true;
                columns.write_fault(&row, &fault, err)?;
            }
        }
        columns.write_row(&row, &answer, out)?;
    }
    if has_faults {
        Err(Failure::Rows)
    } else {
        Ok(())
    }
}

impl Columns {
    fn from_header(header: &Row) -> Result<Self, Failure> {
        let names: Vec<String> = (0..header.len())
            .filter_map(|column| header.value(column))
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        let refuse = |why: String| Failure::Input(format!("line {}: {why}", header.line()));
        let find = |wanted: &str| {
            let mut found = (0..names.len()).filter(|column| names[*column] == wanted);
            match (found.next(), found.next()) {
                (first, None) => Ok(first),
                (_, Some(again)) => Err(refuse(format!(
                    "the header names {wanted} twice, the second time as column {}",
                    again + 1
                ))),
            }
        };
        let mut required = [0; REQUIRED.len()];
        let mut missing = Vec::new();
        for (column, name) in required.iter_mut().zip(REQUIRED) {
            match find(name)? {
                Some(found) => *column = found,
                None => missing.push(name),
            }
        }
        if !missing.is_empty() {
            return Err(refuse(format!(
                "the header does not name {}",
                missing.join(", ")
            )));
        }
        Ok(Self {
            required,
            arch: find("arch")?,
            byte: find("byte")?,
            names,
        })
    }

    /// The address of a row's element, and why no read reaches it, if none does.
    fn byte_from_row(&self, row: &Row) -> Result<(u32, Option<String>), Fault> {
        self.check_length(row)?;
        let [
            element,
            major,
            swizzle,
            start,
            lbo_field,
            sbo_field,
            base_offset,
            mn,
            k,
        ] = self.required;
        if let Some(arch) = self.arch
            && row.value(arch).is_some_and(|value| !value.is_empty())
        {
            choice::<Arch>(row, arch)?;
        }
        let layout = Layout::new(LayoutParams {
            element: choice::<Element>(row, element)?,
            major: choice::<Major>(row, major)?,
            swizzle: choice::<Swizzle>(row, swizzle)?,
            start_bytes: number(row, start)?,
            lbo_bytes: bytes_from_field(field(row, lbo_field)?),
            sbo_bytes: bytes_from_field(field(row, sbo_field)?),
            base_offset: number_up_to(row, base_offset, 7, "the range is 0 to 7 (3 bits)")? as u8,
            lbo_mode: LboMode::Relative,
        });
        let coord = Coord {
            mn: number(row, mn)?,
            k: number(row, k)?,
        };
        let byte = layout.byte_from_element(coord).byte;
        Ok((byte, beyond_one_read(&layout, coord)))
    }

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

    /// Writes the row unchanged except for `byte`; a short row is filled up so that `byte` is in the column of the header.
    fn write_row(&self, row: &Row, byte: &[u8], out: &mut impl Write) -> io::Result<()> {
        let byte_column = self.byte.unwrap_or(self.names.len());
        let appended = usize::from(self.byte.is_none());
        for column in 0..row.len().max(self.names.len()) + appended {
            if column > 0 {
                out.write_all(b",")?;
            }
            out.write_all(match column {
                column if column == byte_column => byte,
                column if column > byte_column => row.text(column - appended),
                column => row.text(column),
            })?;
        }
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

/// Why no single read reaches an element: it is past the K of the longest read, in a column that the descriptor's LBO does not
/// lead to. In swizzled K-major layouts the field is usually 1, and the distance of the tile's columns is not in it.
fn beyond_one_read(layout: &Layout, coord: Coord) -> Option<String> {
    let digits = layout.digits_from_element(coord);
    let is_swizzled = layout.major() == Major::K && layout.swizzle() != Swizzle::None;
    let units = read_k_bytes(Operand::B, Sparsity::Sparse, LboMode::Relative) / UNIT_BYTES;
    let atom = layout.swizzle().atom(Major::K).bytes();
    let (k, lbo) = (coord.k, layout.column_bytes());
    let is_beyond = is_swizzled && digits.column > 0 && k / layout.element().per_unit() >= units;
    (is_beyond && lbo < atom).then(|| {
        format!(
            "k {k} is outside one read, in column {}: LBO ({lbo} bytes) is not a column distance, which is at least {atom} bytes",
            digits.column
        )
    })
}

fn text(row: &Row, column: usize) -> Result<Cow<'_, str>, Fault> {
    match row.value(column) {
        None | Some([]) => Err(Fault {
            column,
            why: "the value is empty".into(),
        }),
        // Otherwise the message would contain the rest of the file.
        Some(value) if value.contains(&b'\n') => Err(Fault {
            column,
            why: "the value contains a line break; is the quote closed?".into(),
        }),
        Some(value) => Ok(String::from_utf8_lossy(value)),
    }
}

fn choice<T: Named>(row: &Row, column: usize) -> Result<T, Fault> {
    T::from_name(&text(row, column)?).map_err(|unknown| Fault {
        column,
        why: unknown.to_string(),
    })
}

fn number(row: &Row, column: usize) -> Result<u32, Fault> {
    number_from_text(&text(row, column)?).map_err(|why| Fault { column, why })
}

fn number_up_to(row: &Row, column: usize, max: u32, rule: &str) -> Result<u32, Fault> {
    match number(row, column)? {
        number if number <= max => Ok(number),
        number => Err(Fault {
            column,
            why: format!("{number} is too large: {rule}"),
        }),
    }
}

/// A 14-bit field. Bytes instead of units are an error.
fn field(row: &Row, column: usize) -> Result<u16, Fault> {
    let rule = "the range is 0 to 16383 (14 bits), in units of 16 bytes";
    number_up_to(row, column, FIELD_VALUES - 1, rule).map(|field| field as u16)
}
