// The text of a program with its colours: a picture of it lies under the letters of a text field, line by line.

import { tokens } from "./tokens.js";

/** One step to the right. */
const INDENT = "    ";

/** The class of a token's colour. */
function colour(token, words) {
  if (token.kind !== "word") return token.kind === "space" || token.kind === "sign" ? "" : `is-${token.kind}`;
  if (words.reserved.has(token.text)) return "is-keyword";
  if (words.declared.has(token.text)) return "";
  if (words.functions.has(token.text)) return "is-function";
  return words.contextual.has(token.text) ? "is-keyword" : "";
}

/** The pieces of a line between the ends of its tokens and its marks, each with its classes. */
function pieces(line, marks, words) {
  const all = [];
  for (const token of tokens(line)) {
    const end = token.at + token.text.length;
    const cuts = marks.flatMap((mark) => [mark.start, mark.end]).filter((cut) => cut > token.at && cut < end);
    const ends = [...new Set([token.at, ...cuts, end])].sort((a, b) => a - b);
    for (let index = 1; index < ends.length; index += 1) {
      const [start, stop] = [ends[index - 1], ends[index]];
      const marked = marks.filter((mark) => mark.start < stop && mark.end > start).map((mark) => `is-${mark.severity}`);
      const classes = [colour(token, words), ...marked].filter(Boolean).join(" ");
      all.push([line.slice(start, stop), classes]);
    }
  }
  return all;
}

/** A text field with colours. `words` are those of the language, `changed` is called when the text is another. */
export function editor(field, overlay, words, changed) {
  const lines = [];
  // As wide as the longest line, so that the numbers of all stay at the edge.
  const sheet = document.createElement("div");
  sheet.className = "lines";
  overlay.replaceChildren(sheet);
  let marks = [];
  let former = null;

  const draw = (element, line, own) => {
    element.replaceChildren(...pieces(line, own, words).map(([text, classes]) => {
      if (!classes) return document.createTextNode(text);
      const span = document.createElement("span");
      span.className = classes;
      span.textContent = text;
      return span;
    }));
  };

  const scroll = () => {
    overlay.scrollTop = field.scrollTop;
    overlay.scrollLeft = field.scrollLeft;
  };

  const paint = () => {
    const text = field.value;
    const all = text.split("\n");
    let start = 0;
    all.forEach((line, index) => {
      const end = start + line.length;
      const own = marks
        .filter((mark) => mark.start <= end && mark.end > start)
        .map((mark) => ({ start: mark.start - start, end: mark.end - start, severity: mark.severity }));
      const key = JSON.stringify([line, own, words.version]);
      if (!lines[index]) {
        const element = document.createElement("div");
        element.className = "line";
        sheet.append(element);
        lines[index] = { element, key: "" };
      }
      if (lines[index].key !== key) {
        draw(lines[index].element, line, own);
        lines[index].key = key;
      }
      start = end + 1;
    });
    for (const line of lines.splice(all.length)) line.element.remove();
    scroll();
  };

  /** Puts a text in place of another, as if it were typed: it can be undone. */
  const replace = (start, end, text) => {
    field.focus({ preventScroll: true });
    field.setSelectionRange(start, end);
    const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
    if (!done) {
      field.setRangeText(text, start, end, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };

  const update = () => {
    if (field.value === former) return;
    // What is wrong moves with its place until it is looked for again.
    const text = field.value;
    if (former !== null) {
      let same = 0;
      while (same < Math.min(text.length, former.length) && text[same] === former[same]) same += 1;
      let tail = 0;
      const least = Math.min(text.length, former.length) - same;
      while (tail < least && text[text.length - 1 - tail] === former[former.length - 1 - tail]) tail += 1;
      const more = text.length - former.length;
      const behind = former.length - tail;
      marks = marks
        .filter((mark) => mark.end <= same || mark.start >= behind)
        .map((mark) => (mark.start >= behind ? { ...mark, start: mark.start + more, end: mark.end + more } : mark));
    }
    former = text;
    paint();
    changed();
  };

  field.addEventListener("input", update);
  field.addEventListener("scroll", scroll);
  // Who comes by Tab sees all of it, and not only the line of the cursor.
  field.addEventListener("keyup", (event) => {
    if (event.key === "Tab") field.scrollIntoView({ block: "nearest" });
  });
  field.addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || event.isComposing || held) return;
    const at = field.selectionStart;
    const before = field.value.slice(field.value.lastIndexOf("\n", at - 1) + 1, at);
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const indent = /^\s*/.exec(before)[0];
      replace(at, field.selectionEnd, `\n${indent}${/[{(]\s*$/.test(before) ? INDENT : ""}`);
    } else if (event.key === "}" && before !== "" && before.trim() === "" && at === field.selectionEnd) {
      event.preventDefault();
      replace(at - Math.min(before.length, INDENT.length), at, "}");
    }
  });

  return {
    field,
    paint,
    replace,
    get text() { return field.value; },
    /** Another text, without a trace of the former one. */
    set text(text) {
      field.value = text;
      former = field.value;
      marks = [];
      paint();
    },
    /** Marks what is wrong; what has no width is shown at the sign beside it. */
    mark(findings) {
      const length = field.value.length;
      marks = findings.map(({ start, end, severity }) => {
        if (end > start) return { start, end, severity };
        const from = Math.max(0, Math.min(start, length - 1));
        return { start: from, end: from + 1, severity };
      });
      paint();
    },
    /** The line of the cursor, from 1. */
    get line() { return field.value.slice(0, field.selectionStart).split("\n").length; },
    /** Puts the cursor somewhere, in sight. */
    go(start, end = start) {
      field.setSelectionRange(start, end);
      field.focus();
      const [here, around] = [this.box(start), field.getBoundingClientRect()];
      if (here.top < around.top || here.bottom > around.bottom) field.scrollTop += here.top - around.top - around.height / 2;
      const least = around.left + parseFloat(getComputedStyle(field).paddingLeft);
      if (here.left < least || here.left > around.right) field.scrollLeft += here.left - least - around.width / 2;
    },
    /** Where a place of the text is on the screen. */
    box(offset) {
      scroll();
      const before = field.value.slice(0, offset).split("\n");
      const { element } = lines[before.length - 1];
      const line = element.getBoundingClientRect();
      let left = before.at(-1).length;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (left <= node.length) {
          const range = document.createRange();
          range.setStart(node, left);
          range.collapse(true);
          return { left: (range.getClientRects()[0] ?? line).left, top: line.top, bottom: line.bottom };
        }
        left -= node.length;
      }
      return line;
    },
  };
}
