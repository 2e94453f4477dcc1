//! A small client for headless Chromium.
//!
//! ```ignore
//! let browser = Browser::new();
//! let page = browser.open(&address);
//! page.wait_ready();
//! page.after(|page| page.click("label[for=lucky_foot]"));
//! assert_eq!(page.text("#answer"), "1/3");
//! ```
//!
//! All tests of a process share one Chromium; each [`Browser`] is a private window of its own in it, with its own
//! storage and history. A page that said something on the console, threw or broke its content policy fails its
//! test at the end: nobody has to ask for that. What a page looked like when a test failed is printed and drawn.

mod accessibility;
mod chromium;
mod input;
mod keys;
mod look;
mod page;
mod pipe;
mod seen;
mod walk;
mod window;

pub(crate) use chromium::process_group;
pub(crate) use page::Page;
pub(crate) use window::Browser;

use std::time::Duration;

/// How long anything is waited for. A machine that is busy with something else must not fail a test.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// How often a condition is asked for again.
const PAUSE: Duration = Duration::from_millis(10);
