//! Pictures of all pages in every size, light and dark, for people to look at:
//! `TRUEODDS_SCREENSHOTS=FOLDER cargo test --test web screenshots`. Without a folder the pictures are taken and
//! measured all the same.

use std::env;
use std::fs;
use std::path::PathBuf;

use crate::browser::Browser;
use crate::server;

/// A name and an address of each page.
pub(crate) const PAGES: [(&str, &str); 10] = [
    ("home", "/"),
    ("awards", "/ask/isaac/room-clear-award"),
    ("check", "/check"),
    ("write", "/write"),
    ("compare", "/compare"),
    ("chart", "/ask/isaac/room-clear-award?view=chart&sweep=luck=0..10"),
    ("waited", "/ask/sts/card-roll?view=waiting&events=rarity+=+rare&not-yet=40"),
    ("rules", "/ask/isaac/room-clear-award?view=rules"),
    ("example", "/check?example"),
    ("compared", "/compare?what=isaac/room-clear-award&from=rebirth&to=fandom"),
];

/// A phone, a tablet, a desk.
const WIDTHS: [u32; 3] = [360, 800, 1400];

const SCHEMES: [&str; 2] = ["light", "dark"];

#[test]
fn screenshots_of_all_pages() {
    let folder = env::var_os("TRUEODDS_SCREENSHOTS").map(PathBuf::from);
    if let Some(folder) = &folder {
        fs::create_dir_all(folder).unwrap();
    }
    let server = server::shared();
    let browser = Browser::new();
    for (name, path) in PAGES {
        let page = browser.open(&server.at(path));
        page.wait_ready();
        page.wait_for_pictures();
        for width in WIDTHS {
            page.set_viewport(width, 800, 1);
            let pictures = SCHEMES.map(|scheme| {
                page.media(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
                page.screenshot()
            });
            assert!(pictures[0] != pictures[1], "{path} is the same in light and dark");
            for (scheme, picture) in SCHEMES.iter().zip(&pictures) {
                assert_eq!(picture_width(picture), width, "{path} is wider than its window");
                if let Some(folder) = &folder {
                    fs::write(folder.join(format!("{name}-{width}-{scheme}.png")), picture).unwrap();
                }
            }
        }
    }
}

/// As the header of a PNG says.
fn picture_width(picture: &[u8]) -> u32 {
    u32::from_be_bytes(picture[16..20].try_into().unwrap())
}
