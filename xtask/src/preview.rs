//! `cargo xtask preview`: the picture that stands for the page where its link is pasted, and those of Home in the README.
//!
//! How it looks is in web/preview.html, what it shows comes from the core: the picture test under its first mistake. It is kept in the repository, so that a
//! build needs no browser.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use swizzle_core::hardware::bytes_from_field;
use swizzle_core::{Descriptor, Field, FieldId, Named as _};
use swizzle_draw::{Theme, field_colour, hex};
use swizzle_infer::WholeRead;
use swizzle_tests::webdriver::{Browser, Session};
use swizzle_text::{whole_read_count, whole_read_reads};
use swizzle_view::state::Mend;

use crate::page::{self, Purpose};
use crate::project::{self, Project};
use crate::server::Server;
use crate::{browsers, fresh};

/// Width and height in pixels, which whoever shows such pictures asks for.
const SIZE: (u32, u32) = (1200, 630);
/// The same of the pictures of Home, which end before its figures; where they are, and whether they are dark.
const HOME_SIZE: (u32, u32) = (1200, 640);
const HOME: [(&str, bool); 2] = [("docs/home-light.png", false), ("docs/home-dark.png", true)];

/// Draws the pictures anew, in Chromium.
pub(crate) fn draw(project: &Project) -> Result<()> {
    browsers::ensure(Browser::Chromium, false)?;
    let drawing = project.target.join("preview.html");
    project::write(&drawing, document(project)?)?;
    let session = Session::start(Browser::Chromium)?;
    session.goto(&format!("file://{}", drawing.display()))?;
    session.set_screen(SIZE.0, SIZE.1, 1.0)?;
    session.screenshot(&path(project))?;
    println!("Drew {}", path(project).display());
    draw_home(project, &session)
}

/// Draws the page Home, in both themes.
fn draw_home(project: &Project, session: &Session) -> Result<()> {
    let folder = project.target.join("served");
    page::build(project, &folder, &Purpose::WorkOn { is_draft: false })?;
    let server = Server::anywhere(&folder)?;
    session.set_screen(HOME_SIZE.0, HOME_SIZE.1, 1.0)?;
    for (name, is_dark) in HOME {
        session.set_system_theme(is_dark)?;
        session.goto("about:blank")?;
        session.goto(&server.url())?;
        session.wait_until("Home", "return document.querySelector('.hero canvas')")?;
        let path = project.root.join(name);
        session.screenshot(&path)?;
        println!("Drew {}", path.display());
    }
    Ok(())
}

/// The picture, as it is in the repository.
pub(crate) fn read(project: &Project) -> Result<Vec<u8>> {
    let path = path(project);
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn path(project: &Project) -> PathBuf {
    project.root.join("web/preview.png")
}

/// The drawing as a document of its own.
fn document(project: &Project) -> Result<String> {
    let web = project.root.join("web");
    let file = |name: &str| project::read(&web.join(name));
    let Mend { spec, given, .. } = fresh::mend()?;
    let [written, got] = fresh::torn()?.map(|image| image.svg());
    let read = WholeRead::of(&spec).context("the tile has no image")?;
    let count = format!("{} {}", whole_read_count(&read), whole_read_reads(&read));
    page::filled(
        &file("preview.html")?,
        &[
            ("/* preview:tokens */", &file("styles/tokens.css")?),
            ("<!-- preview:tile -->", &written),
            ("<!-- preview:read -->", &got),
            ("<!-- preview:count -->", &count),
            ("<!-- preview:digits -->", &digits(given)),
            ("<!-- preview:fields -->", &fields(given)),
        ],
    )
}

/// A text in the colour of a field.
fn coloured(id: FieldId, text: &str) -> String {
    format!("<b style=\"color:{}\">{text}</b>", hex(field_colour(id, Theme::Light)))
}

/// The descriptor's hex digits in the colours of the fields that they belong to.
fn digits(descriptor: Descriptor) -> String {
    let digits = format!("{:016x}", descriptor.raw());
    let coloured = digits.chars().zip((0..16).rev()).map(|(digit, place)| {
        let mut fields = Descriptor::fields(descriptor.chip()).iter();
        let is_here = |field: &&Field| field.fixed.is_none() && field.mask() & 0xf << (4 * place) != 0;
        match fields.find(is_here) {
            Some(field) if field.id != FieldId::BaseOffset => coloured(field.id, &digit.to_string()),
            _ => format!("<i>{digit}</i>"),
        }
    });
    coloured.collect()
}

/// The values of the fields, each in its colour.
fn fields(descriptor: Descriptor) -> String {
    let values = descriptor.decode();
    let bytes = |name: &str, field| format!("{name} {}", bytes_from_field(field));
    let swizzle = values.swizzle.map_or("none", |swizzle| swizzle.name());
    let fields = [
        (FieldId::Swizzle, format!("swizzle {swizzle}")),
        (FieldId::Sbo, bytes("SBO", values.sbo_field)),
        (FieldId::Lbo, bytes("LBO", values.lbo_field)),
        (FieldId::Start, bytes("start", values.start_field)),
    ];
    fields.map(|(id, text)| coloured(id, &text)).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Width and height of a PNG file.
    fn size(picture: &[u8]) -> Option<(u32, u32)> {
        let rest = picture.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?;
        let (width, rest) = rest.split_first_chunk()?;
        Some((u32::from_be_bytes(*width), u32::from_be_bytes(*rest.first_chunk()?)))
    }

    #[test]
    fn the_pictures_have_the_sizes_that_documents_tell() {
        let project = Project::here();
        let file = |name: &str| fs::read(project.root.join(name)).expect(name);
        let picture = read(&project).expect("the picture");
        assert_eq!(size(&picture), Some(SIZE), "draw it anew: cargo xtask preview");
        let document = String::from_utf8(file("index.html")).expect("text");
        for (side, pixels) in [("width", SIZE.0), ("height", SIZE.1)] {
            let line = format!("<meta property=\"og:image:{side}\" content=\"{pixels}\">");
            assert!(document.contains(&line), "{line}");
        }
        let readme = String::from_utf8(file("README.md")).expect("text");
        for (name, _) in HOME {
            assert!(readme.contains(&format!("=\"{name}\"")), "{name}");
            assert_eq!(size(&file(name)), Some(HOME_SIZE), "{name}");
        }
    }

    #[test]
    fn the_drawing_shows_what_the_core_says() {
        let project = Project::here();
        let document = document(&project).expect("the drawing");
        assert!(document.contains("112 of 128 units wrong in each of 4 reads"));
        let Mend { given, .. } = fresh::mend().expect("a descriptor");
        assert_eq!(digits(given).matches("</").count(), 16);
    }
}
