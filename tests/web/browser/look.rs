//! How a page is looked at: the window, what the visitor prefers, pictures.

use serde_json::json;

use super::Page;
use super::pipe::Answer;

impl Page {
    /// The size of the window in pixels of the style sheet, and how many of the screen make one of those.
    #[track_caller]
    pub(crate) fn set_viewport(&self, width: u32, height: u32, scale: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// What the visitor prefers, as `("prefers-color-scheme", "dark")`. What is not named is as usual.
    #[track_caller]
    pub(crate) fn media(&self, features: &[(&str, &str)]) {
        let features: Vec<_> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Waits until nothing moves or changes colour, apart from what never ends.
    #[track_caller]
    pub(super) fn wait_for_rest(&self) {
        self.wait_for(
            "document.getAnimations().every(moves =>
                moves.playState != 'running' || moves.effect.getComputedTiming().endTime == Infinity)",
        );
    }

    /// Waits for all pictures of the page, also those that wait until somebody scrolls to them.
    #[track_caller]
    pub(crate) fn wait_for_pictures(&self) {
        self.eval("for (const picture of document.images) picture.loading = 'eager'");
        self.wait_for("[...document.images].every(picture => picture.complete && picture.naturalWidth > 0)");
    }

    /// A picture of the whole page as PNG.
    #[track_caller]
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        self.wait_for_rest();
        self.try_screenshot().unwrap_or_else(|error| panic!("no picture: {error}"))
    }

    pub(super) fn try_screenshot(&self) -> Result<Vec<u8>, String> {
        let size = self.ask("Page.getLayoutMetrics", json!({}))?["cssContentSize"].take();
        let clip = json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
        let picture: Answer =
            self.ask("Page.captureScreenshot", json!({ "captureBeyondViewport": true, "clip": clip }));
        Ok(from_base64(picture?["data"].as_str().unwrap_or_default()))
    }

    /// By how much the page has to be scrolled sideways to be read, and what makes it so wide.
    #[track_caller]
    pub(crate) fn scrolls_sideways(&self) -> Option<String> {
        self.look("sideways()").as_str().map(str::to_owned)
    }
}

/// Chromium writes bytes so: six bits a character.
fn from_base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for character in text.bytes() {
        let six = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}
