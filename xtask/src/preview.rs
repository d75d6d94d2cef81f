//! `cargo xtask preview`: the picture that stands for the page where its link is pasted, and those of Home in the README.
//!
//! How it looks is in web/preview.html, what it shows comes from the core: the picture test under its first mistake. It is kept in the repository, so that a
//! build needs no browser.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use swizzle_core::hardware::bytes_from_field;
use swizzle_core::{Descriptor, Field, FieldId, Named as _};
use swizzle_draw::image::Image;
use swizzle_infer::WholeRead;
use swizzle_tests::webdriver::{Browser, Session};
use swizzle_text::{whole_read_count, whole_read_reads};
use swizzle_view::shown_from_link;
use swizzle_view::state::FACES;

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
    let programs = browsers::find_or_install(project, Browser::Chromium)?;
    let drawing = project.target().join("preview.html");
    project::write(&drawing, document(project)?)?;
    let session = Session::start_from(Browser::Chromium, &programs)?;
    session.goto(&format!("file://{}", drawing.display()))?;
    session.set_screen(SIZE.0, SIZE.1, 1.0)?;
    session.screenshot(&path(project))?;
    println!("Drew {}", path(project).display());
    draw_home(project, &session)
}

/// Draws the page Home, in both themes.
fn draw_home(project: &Project, session: &Session) -> Result<()> {
    let folder = project.target().join("served");
    page::build(project, &folder, &Purpose::WorkOn)?;
    let server = Server::anywhere(&folder)?;
    session.set_screen(HOME_SIZE.0, HOME_SIZE.1, 1.0)?;
    for (name, is_dark) in HOME {
        session.set_system_theme(is_dark)?;
        session.goto("about:blank")?;
        session.goto(&server.url())?;
        session.wait_until("Home", "return document.querySelector('.hero canvas')")?;
        let path = project.root().join(name);
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
    project.root().join("web/preview.png")
}

/// The drawing as a document of its own.
fn document(project: &Project) -> Result<String> {
    let web = project.root().join("web");
    let file = |name: &str| project::read(&web.join(name));
    let spec = shown_from_link(FACES[0].link).shown.spec()?;
    let read = WholeRead::of(&spec).context("the tile has no image")?;
    let image = Image::balloon(spec.extent());
    let descriptor = spec.descriptor(0)?;
    let count = format!("{} {}", whole_read_count(&read), whole_read_reads(&read));
    Ok(file("preview.html")?
        .replace("/* preview:tokens */", &file("styles/tokens.css")?)
        .replace("<!-- preview:tile -->", &fresh::image(&image))
        .replace("<!-- preview:read -->", &fresh::image(&image.as_read(&read)))
        .replace("<!-- preview:count -->", &count)
        .replace("<!-- preview:digits -->", &digits(descriptor))
        .replace("<!-- preview:fields -->", &fields(descriptor)))
}

/// The descriptor's hex digits in the colours of the fields that they belong to.
fn digits(descriptor: Descriptor) -> String {
    let digits = format!("{:016x}", descriptor.raw());
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        let bits = 0xf << (4 * (15 - index));
        let field = carriers(descriptor).find(|field| field.mask() & bits != 0);
        let class = field.map_or("fixed", |field| class(field.id));
        let _ = write!(text, "<b class=\"{class}\">{digit}</b>");
    }
    text
}

/// The values of the fields, each in its colour.
fn fields(descriptor: Descriptor) -> String {
    let values = descriptor.decode();
    let swizzle = values.swizzle.map_or("none", |swizzle| swizzle.name());
    let mut text = String::new();
    for (id, name, value) in [
        (FieldId::Swizzle, "swizzle", swizzle.to_owned()),
        (FieldId::Sbo, "SBO", bytes(values.sbo_field)),
        (FieldId::Lbo, "LBO", bytes(values.lbo_field)),
        (FieldId::Start, "start", bytes(values.start_field)),
    ] {
        let _ = write!(text, "<span class=\"{}\">{name} {value}</span>", class(id));
    }
    text
}

fn bytes(field: u16) -> String {
    bytes_from_field(field).to_string()
}

/// The fields that carry a value.
fn carriers(descriptor: Descriptor) -> impl Iterator<Item = &'static Field> {
    let fields = Descriptor::fields(descriptor.chip()).iter();
    fields.filter(|field| field.fixed.is_none())
}

/// The end of the name of a field's colour.
fn class(id: FieldId) -> &'static str {
    match id {
        FieldId::Start => "start",
        FieldId::Lbo => "lbo",
        FieldId::Sbo => "sbo",
        FieldId::BaseOffset => "base",
        FieldId::Swizzle => "swizzle",
        FieldId::LboMode | FieldId::LutHalf => "mode",
        _ => "fixed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes of every PNG file, up to the width.
    const PNG_HEAD: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

    /// Width and height of a PNG file.
    fn size(picture: &[u8]) -> Option<(u32, u32)> {
        let (width, rest) = picture.strip_prefix(PNG_HEAD)?.split_first_chunk()?;
        let height = rest.first_chunk()?;
        Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
    }

    #[test]
    fn the_picture_has_the_size_that_the_document_tells() {
        let project = Project::find().expect("the repository");
        let picture = read(&project).expect("the picture");
        assert_eq!(size(&picture), Some(SIZE), "draw it anew: cargo xtask preview");
        assert!(picture.len() < 150_000, "{} bytes", picture.len());
        let document = fs::read_to_string(project.root().join("index.html")).expect("the document");
        for (side, pixels) in [("width", SIZE.0), ("height", SIZE.1)] {
            let line = format!("<meta property=\"og:image:{side}\" content=\"{pixels}\">");
            assert!(document.contains(&line), "{line}");
        }
    }

    #[test]
    fn the_readme_shows_home_in_both_themes() {
        let root = Project::find().expect("the repository").root().to_owned();
        let readme = fs::read_to_string(root.join("README.md")).expect("the README");
        for (name, _) in HOME {
            assert!(readme.contains(&format!("=\"{name}\"")), "{name}");
            let picture = fs::read(root.join(name)).expect(name);
            assert_eq!(size(&picture), Some(HOME_SIZE), "{name}");
        }
    }

    #[test]
    fn a_picture_says_its_size() {
        let whole = [PNG_HEAD, &[0, 0, 4, 176, 0, 0, 2, 118]].concat();
        assert_eq!(size(&whole), Some((1200, 630)));
        assert_eq!(size(&whole[..20]), None);
        assert_eq!(size(b"GIF89a"), None);
    }

    #[test]
    fn the_drawing_shows_what_the_core_says() {
        let project = Project::find().expect("the repository");
        let document = document(&project).expect("the drawing");
        assert!(!document.contains("preview:"), "{document}");
        assert_eq!(document.matches("<svg").count(), 2);
        assert!(document.contains("112 of 128 units wrong in each of 4 reads"));
        assert_eq!(document.matches("<b class").count(), 16);
    }
}
