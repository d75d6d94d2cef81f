//! Who visits, and on what: a visitor's past, the system's theme, the size of a screen.

use serde_json::json;

use super::browser::Browser;
use super::error::{Error, Result};
use super::session::Session;

/// What the page is told of the system's theme.
const IS_DARK: &str = "return matchMedia('(prefers-color-scheme: dark)').matches";

/// Firefox's setting for the same: 0 is dark, 1 is light.
const SET_THEME: &str = "
    const [theme, done] = arguments;
    Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', theme);
    done();
";

/// A window cannot be as narrow as a phone, what it shows can.
const SET_SCREEN: &str = "
    const [width, height, scale, done] = arguments;
    const browser = gBrowser.selectedBrowser;
    browser.style.width = `${width}px`;
    browser.style.height = `${height}px`;
    browser.browsingContext.overrideDPPX = scale;
    done();
";

/// As in a browser that has none.
const NO_WORKERS: &str = "delete Navigator.prototype.serviceWorker";

/// Firefox's setting for the same.
const SET_WORKERS: &str = "
    const [areThere, done] = arguments;
    Services.prefs.setBoolPref('dom.serviceWorkers.enabled', areThere);
    done();
";

const FORGET: &str = "
    const [done] = arguments;
    const onDataDeleted = () => done();
    Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_DOM_STORAGES, { onDataDeleted });
";

impl Session {
    /// Continues in a new tab as a visitor who has never been at this address, on a system with a light theme.
    ///
    /// # Errors
    /// When the browser cannot.
    pub fn become_new_visitor(&self, url: &str) -> Result<()> {
        self.change_tab()?;
        match self.browser() {
            Browser::Chromium => {
                self.chromium_command(
                    "Storage.clearDataForOrigin",
                    &json!({ "origin": url, "storageTypes": "all" }),
                )?;
            }
            Browser::Firefox => {
                self.execute_privileged(FORGET, &[])?;
                // Chromium's goes with the tab.
                self.set_system_theme(false)?;
            }
        }
        self.console().map(drop)
    }

    /// Whether the pages that this tab opens from now on can have a worker. In Chromium what was taken from a tab stays away.
    ///
    /// # Errors
    /// When the browser does not take it.
    pub fn set_workers(&self, are_there: bool) -> Result<()> {
        match self.browser() {
            Browser::Chromium if are_there => Ok(()),
            Browser::Chromium => self
                .chromium_command("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": NO_WORKERS }))
                .map(drop),
            Browser::Firefox => self.execute_privileged(SET_WORKERS, &[are_there.into()]).map(drop),
        }
    }

    /// Lets the page believe that the system's theme is dark, or light.
    ///
    /// # Errors
    /// When the browser does not take it.
    pub fn set_system_theme(&self, is_dark: bool) -> Result<()> {
        match self.browser() {
            Browser::Chromium => {
                let value = if is_dark { "dark" } else { "light" };
                self.chromium_command(
                    "Emulation.setEmulatedMedia",
                    &json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] }),
                )?;
            }
            Browser::Firefox => {
                self.execute_privileged(SET_THEME, &[u8::from(!is_dark).into()])?;
            }
        }
        // Firefox hands it on to the page's process in its own time.
        self.wait_for("the system’s theme", |session| {
            Ok((session.execute(IS_DARK, &[])? == is_dark).then_some(()))
        })
    }

    /// Sets a feature of the media that the page asks for, until the tab is closed.
    ///
    /// # Errors
    /// When the browser does not take it: Firefox has no way to.
    pub fn set_media(&self, feature: &str, value: &str) -> Result<()> {
        self.chromium_command(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [{ "name": feature, "value": value }] }),
        )
        .map(drop)
    }

    /// Gives the page a size in CSS pixels, each of them so many pixels of the screen; until the tab is closed.
    ///
    /// # Errors
    /// When the browser does not take it.
    pub fn set_screen(&self, width: u32, height: u32, scale: f64) -> Result<()> {
        match self.browser() {
            Browser::Chromium => {
                self.chromium_command(
                    "Emulation.setDeviceMetricsOverride",
                    &json!({
                        "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false,
                    }),
                )?;
            }
            Browser::Firefox => {
                self.execute_privileged(SET_SCREEN, &[width.into(), height.into(), scale.into()])?;
            }
        }
        let size = "return [innerWidth, innerHeight, devicePixelRatio]";
        let wanted = json!([f64::from(width), f64::from(height), scale]);
        self.wait_for(&format!("a screen of {width} × {height}"), |session| {
            let shown = session.execute(size, &[])?;
            let is_right = (0..3).all(|part| shown[part].as_f64() == wanted[part].as_f64());
            if is_right {
                return Ok(Some(()));
            }
            Err(Error::new(format!("it is {shown}")))
        })
    }
}
