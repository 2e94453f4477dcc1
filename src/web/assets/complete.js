// Names that fit what is being typed, in a list under the cursor.

import { namesIn, tokens } from "./tokens.js";

/** More than these nobody reads. */
const MOST = 40;

/** The word before the cursor, and whether a name can stand there. */
function typed(text, at) {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const line = text.slice(start, at);
  const last = tokens(line).at(-1);
  const isWord = last && last.kind === "word";
  const isClosed = !last || !["comment", "text", "template", "number"].includes(last.kind)
    || (last.kind === "text" && /^"(?:\\.|[^"\\])*"$/.test(last.text));
  const uses = /^\s*uses\s+(?:[\w-]+\/)?[\w-]*$/.exec(line);
  const word = uses ? /[\w/-]*$/.exec(line)[0] : isWord ? last.text : "";
  return { word, start: at - word.length, fits: isClosed && !/\d$/.test(word ? "" : line), isUse: uses !== null };
}

/** Everything that can be offered: the program's own names first, then functions, then words. */
function offered(text, at, word, isUse, words, known) {
  if (isUse) return words.mechanics.map((name) => ({ name, what: "mechanic", label: "" }));
  const own = namesIn(text.slice(0, at - word.length) + " " + text.slice(at), words);
  for (const { name, what, label } of known) {
    const found = own.get(name);
    if (!found || !found.what) own.set(name, { what, label });
  }
  const all = [...own].map(([name, { what, label }]) => ({ name, what: what || "name", label }));
  const rest = (names, what) => [...names].filter((name) => !own.has(name)).map((name) => ({ name, what, label: "" }));
  const isWord = (found) => found.what === "name" && words.contextual.has(found.name);
  return [
    ...all.filter((found) => !isWord(found) && !words.functions.has(found.name)),
    ...rest(words.functions, "function"),
    ...[...own.keys()].filter((name) => words.functions.has(name)).map((name) => ({ name, what: "function", label: "" })),
    ...rest(words.reserved, "word"),
    ...[...words.contextual].map((name) => ({ name, what: "word", label: "" })),
  ];
}

/** The list of an editor. `known` gives the names that the server knows. */
export function complete(editor, page, words, known) {
  const { field } = editor;
  const list = page.querySelector("#names");
  const said = page.querySelector("#suggested");
  let options = [];
  let active = -1;
  let begin = 0;

  const close = () => {
    if (list.hidden) return;
    list.hidden = true;
    options = [];
    active = -1;
    field.removeAttribute("aria-activedescendant");
    field.removeAttribute("aria-controls");
    said.textContent = "";
  };

  const choose = (index) => {
    active = index;
    [...list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    if (index < 0) {
      field.removeAttribute("aria-activedescendant");
      return;
    }
    const option = list.children[index];
    field.setAttribute("aria-activedescendant", option.id);
    // Only the list scrolls: the page stays where it is.
    const { offsetTop: top, offsetHeight: height } = option;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
  };

  const accept = (index) => {
    const { name } = options[index];
    const start = begin;
    close();
    editor.replace(start, field.selectionStart, name);
  };

  const place = () => {
    const cursor = editor.box(begin);
    const around = list.offsetParent.getBoundingClientRect();
    const below = window.innerHeight - cursor.bottom;
    const above = below < list.offsetHeight + 8 && cursor.top > list.offsetHeight;
    const left = Math.max(0, Math.min(cursor.left - around.left, around.width - list.offsetWidth));
    list.style.left = `${left}px`;
    list.style.top = `${(above ? cursor.top - list.offsetHeight - 2 : cursor.bottom + 2) - around.top}px`;
  };

  const open = (isAsked) => {
    const at = field.selectionStart;
    const { word, start, fits, isUse } = typed(field.value, at);
    const least = isAsked || isUse ? 0 : 2;
    if (!fits || word.length < least || at !== field.selectionEnd) return close();
    const small = word.toLowerCase();
    const all = offered(field.value, at, word, isUse, words, known());
    const begins = all.filter((found) => found.name.toLowerCase().startsWith(small));
    const isInside = (found) => small.length > 2 && !begins.includes(found) && found.name.toLowerCase().includes(small);
    options = [...begins, ...all.filter(isInside)].slice(0, MOST);
    // What is written out already needs no list.
    if (options.length === 0 || (options.length === 1 && options[0].name === word)) return close();
    begin = start;
    list.replaceChildren(...options.map((found, index) => {
      const option = document.createElement("div");
      option.id = `name-${index}`;
      option.setAttribute("role", "option");
      const name = document.createElement("span");
      name.textContent = found.name;
      const what = document.createElement("small");
      what.textContent = found.label && found.label !== found.name ? `${found.what}, ${found.label}` : found.what;
      option.append(name, " ", what);
      option.addEventListener("pointerdown", (event) => { event.preventDefault(); accept(index); });
      return option;
    }));
    list.hidden = false;
    list.scrollTop = 0;
    field.setAttribute("aria-controls", "names");
    choose(isAsked ? 0 : -1);
    place();
    said.textContent = options.length === 1 ? "1 name fits, arrow down chooses it" : `${options.length} names fit, arrow down chooses`;
  };

  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      open(true);
      return;
    }
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const count = options.length;
      choose(active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count);
    } else if ((event.key === "Enter" || event.key === "Tab") && active >= 0 && !event.shiftKey && !event.ctrlKey) {
      accept(active);
    } else if (event.key === "Escape") {
      close();
    } else {
      // Everything else goes on as it would without a list.
      if (event.key.length > 1 && event.key !== "Backspace" && event.key !== "Shift") close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  field.addEventListener("input", (event) => {
    const isTyped = event.inputType === "insertText" && event.data && event.data.length === 1;
    if (isTyped || (!list.hidden && event.inputType === "deleteContentBackward")) open(false);
    else close();
  });
  field.addEventListener("blur", close);
  field.addEventListener("pointerdown", close);
  field.addEventListener("scroll", () => { if (!list.hidden) place(); });
  new ResizeObserver(() => { if (!list.hidden) place(); }).observe(field);
  return { close };
}
