//! What made up mechanics are about, with words of their own.

pub(super) struct Thing {
    pub(super) label: &'static str,
    /// With its article: one of it.
    pub(super) one: &'static str,
    pub(super) many: &'static str,
}

pub(super) struct Item {
    pub(super) label: &'static str,
    /// With its article.
    pub(super) one: &'static str,
}

pub(super) struct Theme {
    pub(super) path: &'static str,
    pub(super) label: &'static str,
    pub(super) uses: (&'static str, &'static str),
    pub(super) outcome: &'static str,
    /// From the most common to the rarest.
    pub(super) things: [Thing; 5],
    pub(super) items: [Item; 2],
    pub(super) level: &'static str,
    /// What one does to have a thing, and what was done to it then.
    pub(super) get: &'static str,
    pub(super) got: &'static str,
    /// What counts the uses without the rarest thing.
    pub(super) dry: &'static str,
}

const fn thing(label: &'static str, one: &'static str, many: &'static str) -> Thing {
    Thing { label, one, many }
}

const fn item(label: &'static str, one: &'static str) -> Item {
    Item { label, one }
}

pub(super) const THEMES: [Theme; 4] = [
    Theme {
        path: "brinewatch/netting",
        label: "Netting",
        // Its outcome is called like its uses, as it is in many games.
        uses: ("haul", "hauls"),
        outcome: "Haul",
        things: [
            thing("Snail", "a snail", "snails"),
            thing("Crab", "a crab", "crabs"),
            thing("Oyster", "an oyster", "oysters"),
            thing("Squid", "a squid", "squids"),
            thing("Black pearl", "a black pearl", "black pearls"),
        ],
        items: [item("Copper Net", "a Copper Net"), item("Tide Lantern", "a Tide Lantern")],
        level: "Boat level",
        get: "net",
        got: "netted",
        dry: "Hauls without a black pearl",
    },
    Theme {
        path: "clockmoor/tinkering",
        label: "Tinkering",
        uses: ("attempt", "attempts"),
        outcome: "Result",
        things: [
            thing("Rattle", "a rattle", "rattles"),
            thing("Spinning top", "a spinning top", "spinning tops"),
            thing("Music box", "a music box", "music boxes"),
            thing("Weather vane", "a weather vane", "weather vanes"),
            thing("Tin songbird", "a tin songbird", "tin songbirds"),
        ],
        items: [item("Brass Key", "a Brass Key"), item("Magnifier", "a Magnifier")],
        level: "Bench level",
        get: "build",
        got: "built",
        dry: "Attempts without a tin songbird",
    },
    Theme {
        path: "thornvale/foraging",
        label: "Foraging",
        uses: ("trip", "trips"),
        outcome: "Find",
        things: [
            thing("Nettle", "a nettle", "nettles"),
            thing("Chestnut", "a chestnut", "chestnuts"),
            thing("Morel", "a morel", "morels"),
            thing("Truffle", "a truffle", "truffles"),
            thing("Moonflower", "a moonflower", "moonflowers"),
        ],
        items: [item("Wicker Basket", "a Wicker Basket"), item("Forest Map", "a Forest Map")],
        level: "Forest rank",
        get: "gather",
        got: "gathered",
        dry: "Trips without a moonflower",
    },
    Theme {
        path: "emberline/parcels",
        label: "Parcels",
        uses: ("parcel", "parcels"),
        outcome: "Contents",
        things: [
            thing("Candle", "a candle", "candles"),
            thing("Teapot", "a teapot", "teapots"),
            thing("Kite", "a kite", "kites"),
            thing("Telescope", "a telescope", "telescopes"),
            thing("Meteorite", "a meteorite", "meteorites"),
        ],
        items: [item("Wax Seal", "a Wax Seal"), item("Night Pass", "a Night Pass")],
        level: "Postal rank",
        get: "unpack",
        got: "unpacked",
        dry: "Parcels without a meteorite",
    },
];
