//! `swizzle scale layouts`, `pair`, `find` and `code`: the layouts of scale factors by name.

use super::*;
use crate::command::dump::bytes_of;
use swizzle_code::{ScaleLanguage, scale_code};
use swizzle_tmem::scale::Pair as Compared;
use swizzle_tmem::{Coordinate, scale::recognized};

/// A layout by its name or a project's.
fn order(word: &str) -> Result<Order, String> {
    let unknown = || Order::from_name(word).err().map_or_else(String::new, |unknown| unknown.to_string());
    Order::from_word(word).ok_or_else(unknown)
}

fn refused(refusal: swizzle_tmem::Refusal) -> Failure {
    Failure::Input(refusal.to_string())
}

/// Rows of scale factors, and factors of each, without padding.
#[derive(clap::Args)]
struct Size {
    /// Rows
    #[arg(long, value_parser = number)]
    rows: u32,
    /// Scale factors of each row: K / 16 or K / 32
    #[arg(long, value_parser = number)]
    blocks: u32,
}

/// List the layouts of scale factors: padding, the byte of a factor, and what each project calls it, with its source
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle scale layouts --rows 200 --blocks 6")]
pub(super) struct Layouts {
    /// Rows of the buffer, for the bytes that each layout needs
    #[arg(long, value_parser = number, default_value = "256")]
    rows: u32,
    /// Scale factors of each row
    #[arg(long, value_parser = number, default_value = "16")]
    blocks: u32,
}

impl Layouts {
    pub(super) fn run(&self, out: &mut impl Write) -> Outcome {
        for order in Order::ALL.iter().copied() {
            let blocks = ScaleBlocks::new(order, self.rows, self.blocks).map_err(refused)?;
            let law = &blocks.law;
            let (rows, factors) = order.padded(self.rows, self.blocks);
            writeln!(out, "{}: {}", order.name(), order.title())?;
            writeln!(
                out,
                "  {} rows of {} factors are {rows} × {factors} with padding, {} bytes",
                self.rows,
                self.blocks,
                blocks.bytes()
            )?;
            writeln!(out, "  byte = {}", law.formula(Coordinate::MemoryByte, &[0, 0]).text)?;
            writeln!(out, "  source: {}", law.source)?;
            for one in order.names() {
                writeln!(out, "  {}: {} ({})", one.project, one.name, one.source)?;
            }
        }
        Ok(())
    }
}

/// Compare the layout in which scale factors are written with the one in which they are read
///
/// A layout is tensor (128×4), stage (128×4, the next 128 rows first), linear or 8x4, or what a project calls it:
/// layout_128x4, SWIZZLE_32_4_4, R8c4 and the other names that `swizzle scale layouts` lists. The exit code is 1 if a factor is
/// wrong.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle scale pair --written 128x4 --read tensor --rows 256 --blocks 16
  swizzle scale pair --written SfLayout.layout_8x4 --read stage --rows 8 --blocks 4 --json")]
pub(super) struct Pair {
    /// Layout in which the factors are written
    #[arg(long, value_parser = order, value_name = "LAYOUT")]
    written: Order,
    /// Layout in which they are read
    #[arg(long, value_parser = order, value_name = "LAYOUT")]
    read: Order,
    #[command(flatten)]
    size: Size,
    /// Print JSON: written, read, rows, blocks, all, wrong, right (at most three places, each a row and a block), first_wrong, gets
    /// (the place whose factor that one gets, null for padding) and text
    #[arg(long)]
    json: bool,
}

impl Pair {
    pub(super) fn run(&self, out: &mut impl Write) -> Outcome {
        let Size { rows, blocks } = self.size;
        let pair = Compared::new(self.written, self.read, rows, blocks).map_err(refused)?;
        if self.json {
            swizzle_report::write_json(out, &swizzle_report::scale::json_from_pair(&pair))?;
        } else {
            writeln!(out, "{}", pair.text())?;
        }
        exit(u8::from(pair.wrong > 0))
    }
}

/// Find the layout of a buffer of scale factors
///
/// The file has the bytes of the buffer. Each factor must be known: by a second file with the same factors row by row, or because
/// factor `block` of row `row` was written as the low byte of row · blocks + block. The exit code is 1 if no layout explains all
/// factors.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle scale find --rows 256 --blocks 16 --linear scales.bin swizzled.bin")]
pub(super) struct Find {
    /// The buffer, - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The same factors row by row, one byte each [default: the low byte of the index]
    #[arg(long, value_name = "FILE")]
    linear: Option<String>,
    #[command(flatten)]
    size: Size,
}

impl Find {
    pub(super) fn run(&self, out: &mut impl Write) -> Outcome {
        let Size { rows, blocks } = self.size;
        let buffer = bytes_of(&self.file)?;
        let known = self.linear.as_deref().map(bytes_of).transpose()?;
        let all = u64::from(rows) * u64::from(blocks);
        if let Some(known) = known.as_ref().filter(|known| known.len() as u64 != all) {
            let why =
                format!("--linear has {} bytes, {rows} rows of {blocks} factors need {all}", known.len());
            return Err(Failure::Input(why));
        }
        let value = |row: u32, block: u32| {
            let index = u64::from(row) * u64::from(blocks) + u64::from(block);
            known.as_ref().map_or(index as u8, |known| known[index as usize])
        };
        let found = recognized(&buffer, rows, blocks, value).map_err(refused)?;
        let Some(best) = found.first() else {
            let why = format!("{} bytes are too few for {rows} rows of {blocks} factors", buffer.len());
            return Err(Failure::Input(why));
        };
        for one in &found {
            writeln!(out, "{}: {} of {all} factors match", one.order.title(), one.right)?;
        }
        exit(u8::from(u64::from(best.right) != all))
    }
}

/// Print the conversion of scale factors from one layout to another as code, for any number of rows and blocks
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle scale code --lang cuda --from linear --to 128x4
  swizzle scale code --lang triton --from 128x4 --to linear")]
pub(super) struct Code {
    /// Language
    #[arg(long, value_parser = choice::<ScaleLanguage>())]
    lang: ScaleLanguage,
    /// Layout of the factors as they are
    #[arg(long, value_parser = order, value_name = "LAYOUT")]
    from: Order,
    /// Layout that they get
    #[arg(long, value_parser = order, value_name = "LAYOUT")]
    to: Order,
}

impl Code {
    pub(super) fn run(&self, out: &mut impl Write) -> Outcome {
        if self.from == self.to {
            let name = self.from.name();
            return Err(Failure::Input(format!(
                "--from and --to are both {name}: there is nothing to convert"
            )));
        }
        out.write_all(scale_code(self.lang, self.from, self.to).as_bytes())?;
        Ok(())
    }
}
