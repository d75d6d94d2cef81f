//! The driver: the program between this client and the browser.

use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::browser::Browser;
use super::error::{Context as _, Error, Result};
use super::wire::Wire;

/// How long a driver may take to start, on a machine that is busy with other things.
const START: Duration = Duration::from_secs(30);

/// How often a driver is started until one gets ready: chromedriver takes a port for one family of addresses, and ends where the
/// same is not free for the other.
const STARTS: usize = 3;

/// A running driver; it is ended when dropped.
pub(super) struct Driver {
    child: Child,
}

impl Driver {
    /// Starts the browser's driver on a free port and waits until it takes sessions. One that finds no port, since another
    /// program was faster, is started again.
    pub(super) fn start(browser: Browser, program: &Path) -> Result<(Self, Wire)> {
        let mut started = Self::start_once(browser, program);
        for _ in 1..STARTS {
            if started.is_ok() {
                break;
            }
            started = Self::start_once(browser, program);
        }
        started
    }

    fn start_once(browser: Browser, program: &Path) -> Result<(Self, Wire)> {
        let name = program.display();
        let child = Command::new(program)
            // The driver chooses, and says which: no other program can take the port in between.
            .arg("--port=0")
            .args(browser.driver_arguments())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context(|| format!("cannot start {}’s driver `{name}`", browser.name()))?;
        let mut driver = Self { child };
        let wire = driver.port(browser).and_then(ready).context(|| format!("`{name}` does not get ready"))?;
        Ok((driver, wire))
    }

    /// Reads the port off the driver's output.
    fn port(&mut self, browser: Browser) -> Result<u16> {
        let output = self.child.stdout.take().context(|| "no output".into())?;
        let (found, port) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let _ = found.send(port_from_output(&mut output, browser.port_follows()));
            // Keeps reading: a driver whose output is not read would stop in the middle of a write.
            let _ = std::io::copy(&mut output, &mut std::io::sink());
        });
        match port.recv_timeout(START) {
            Ok(Ok(port)) => Ok(port),
            Ok(Err(said)) => Err(Error::new(format!("it names no port, but says:\n{said}"))),
            Err(_) => Err(Error::new("it says nothing")),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number behind a text in the driver's output; all that it said if there is none.
fn port_from_output(output: impl Read, port_follows: &str) -> std::result::Result<u16, String> {
    let mut said = String::new();
    for line in BufReader::with_capacity(1, output).lines() {
        let Ok(line) = line else { break };
        if let Some((_, rest)) = line.split_once(port_follows) {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            if let Ok(port) = digits.parse() {
                return Ok(port);
            }
        }
        said.push_str(&line);
        said.push('\n');
    }
    Err(said)
}

/// Waits until the driver at this port takes sessions.
fn ready(port: u16) -> Result<Wire> {
    let wire = Wire::new(port);
    let deadline = Instant::now() + START;
    loop {
        let why = match wire.get("/status") {
            Ok(status) if status["ready"] == true => return Ok(wire),
            Ok(status) => Error::new(status.to_string()),
            Err(error) => error,
        };
        if Instant::now() > deadline {
            return Err(why);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_drivers_name_their_port() {
        let chromium =
            "Starting ChromeDriver 156.0 on port 0\nChromeDriver was started successfully on port 41673.\n";
        let firefox = "1234567890123\tgeckodriver\tINFO\tListening on 127.0.0.1:36113\n";
        for (browser, said, port) in
            [(Browser::Chromium, chromium, 41673), (Browser::Firefox, firefox, 36113)]
        {
            assert_eq!(port_from_output(said.as_bytes(), browser.port_follows()), Ok(port));
        }
        assert_eq!(port_from_output("no\n".as_bytes(), "on port "), Err("no\n".into()));
    }
}
