// The words of a program, as the language reads them: for colours, and for names to offer.

/** One line as the lexer of the language cuts it; no token goes over the end of a line. */
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>#.*)`,
    String.raw`(?<text>"(?:\\.|[^"\\])*"?)`,
    String.raw`(?<template>\{\{.*?(?:\}\}|$))`,
    String.raw`(?<number>\d+(?:\.\d+)?%?)`,
    String.raw`(?<word>[\p{L}_](?:[\p{L}\p{N}_]|-(?=\p{L}))*)`,
    String.raw`(?<sign>\S)`,
    String.raw`(?<space>\s+)`,
  ].join("|"),
  "gu",
);

/** The tokens of a line, each with its kind and its text. */
export function tokens(line) {
  return [...line.matchAll(TOKEN)].map((found) => {
    const kind = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
    return { kind, text: found[0], at: found.index };
  });
}

/** What a word that declares makes of the name behind it. */
const DECLARES = {
  input: "input", rule: "rule", outcome: "outcome", state: "state", let: "variable", function: "function",
  procedure: "procedure", enumeration: "enumeration", pool: "pool", each: "variable",
};

/** The names of a program, each with what it names and its label, where one stands on its line. */
export function namesIn(text, words) {
  const names = new Map();
  for (const line of text.split("\n")) {
    // The name of the mechanic is said nowhere else.
    if (/^\s*(?:mechanic|library)\s/.test(line)) continue;
    const all = tokens(line).filter((token) => token.kind !== "space");
    all.forEach((token, index) => {
      if (token.kind !== "word" || words.reserved.has(token.text)) return;
      const before = all[index - 1];
      const what = before && DECLARES[before.text];
      const label = all[index + 1];
      const isValue = label && label.kind === "text" && !what;
      const known = names.get(token.text);
      if (what) {
        const own = all.findLast((other) => other.kind === "text");
        names.set(token.text, { what, label: own ? own.text.slice(1, -1) : "" });
      } else if (isValue) {
        if (!known || !known.what) names.set(token.text, { what: "value", label: label.text.slice(1, -1) });
      } else if (!known) {
        names.set(token.text, { what: "", label: "" });
      }
    });
  }
  return names;
}
