// Write: a program, what is wrong with it, and what comes of it, as it is typed.

import { announce, announceAnswer, ask, gone, ready, stop } from "./live.js";
import { reasons } from "./answer.js";
import { Broken, packed, unpacked } from "./address.js";
import { complete } from "./complete.js";
import { copy, save } from "./copy.js";
import { editor } from "./editor.js";
import { said, slides } from "./form.js";
import { problems } from "./problems.js";
import { sent } from "./sent.js";
import { namesIn } from "./tokens.js";

/** How long the keys rest before what was typed is looked at. */
const REST = 250;

/** Controls without what is set in them: whether others are needed. */
function shape(element) {
  const bare = element.cloneNode(true);
  for (const control of bare.querySelectorAll("*")) {
    for (const name of ["value", "checked", "selected", "disabled", "open"]) {
      if (control.tagName !== "OPTION" || name !== "value") control.removeAttribute(name);
    }
  }
  return bare.innerHTML;
}

/** What a program is called, as a file. */
function fileName(text) {
  const head = /^\s*(?:mechanic|library)\s+\S+?\/([\w-]+)/m.exec(text);
  return `${head ? head[1] : "program"}.odds`;
}

/** The part of an address behind `#`, as what it says. */
const fragment = () => new URLSearchParams(location.hash.slice(1));

export async function setUp(main) {
  const page = main.querySelector("#write");
  const form = main.querySelector("#asked");
  const controls = main.querySelector("#controls");
  const answer = main.querySelector("#answer");
  const former = main.querySelector("#former");
  const broken = main.querySelector("#broken");
  const given = JSON.parse(page.dataset.words);
  const words = {
    reserved: new Set(given.reserved),
    contextual: new Set(given.contextual),
    functions: new Set(given.functions),
    mechanics: given.mechanics,
    declared: new Set(),
    version: 0,
  };
  let timer = 0;
  let looked = null;
  let answered = null;
  let known = [];

  // The address. It is written where something was changed, and this page is still the one that is shown.
  let writing = 0;
  let isChanged = false;
  const address = async () => {
    clearTimeout(writing);
    if (!isChanged) return;
    const { text } = own;
    const part = await packed(text).catch(() => null);
    if (part === null || own.text !== text || !main.isConnected || location.pathname !== "/write") return;
    const rest = said(form);
    const to = `#p=${part}${rest.size ? `&${rest}` : ""}`;
    if (location.hash !== to) history.replaceState(null, "", to);
    broken.hidden = true;
  };

  const changed = () => {
    isChanged = true;
    stop();
    stale();
    words.declared = new Set([...namesIn(own.text, words)].filter(([, { what }]) => what && what !== "value").map(([name]) => name));
    const names = [...words.declared].sort().join();
    if (names !== words.names) {
      words.names = names;
      words.version += 1;
      own.paint();
    }
    clearTimeout(timer);
    clearTimeout(writing);
    timer = setTimeout(() => follow(false), REST);
    writing = setTimeout(address, REST);
  };

  const own = editor(main.querySelector("#program"), main.querySelector("#overlay"), words, changed);
  const part = sent(answer, () => answered.text);
  const list = problems(main, {
    go: (found) => own.go(found.start, found.end),
    write: (found) => {
      if (looked.text !== own.text) return;
      own.replace(found.start, found.end, found.instead);
      own.go(found.start + found.instead.length);
      follow(true);
    },
  });
  complete(own, main, words, () => known);

  /** Says where an answer is not about what stands there now. */
  function stale() {
    const is = answered !== null && answered.text !== own.text;
    answer.classList.toggle("is-former", is);
    former.hidden = !is;
  }

  function setControls(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").body;
    if (shape(fresh) === controls.dataset.shape) return;
    controls.dataset.shape = shape(fresh);
    const focused = controls.contains(document.activeElement) ? document.activeElement.id : "";
    controls.replaceChildren(...fresh.childNodes);
    slides(controls);
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Looks at the program; whether it can be asked. */
  async function look(text, query) {
    const view = form.elements.view.value;
    if (looked && looked.text === text && looked.view === view) return list.isClean;
    const got = await ask(`/write/check?${query}`, { method: "POST", body: text });
    if (got === null || !main.isConnected) return null;
    if (got.gone || !got.ok) {
      if (got.gone) gone(answer);
      else await part.fill(got.text);
      return false;
    }
    const seen = JSON.parse(got.text);
    looked = { text, view };
    list.show(seen);
    own.mark(seen.findings);
    list.here(own.line);
    if (seen.names.length) known = seen.names;
    if (seen.controls !== null) setControls(seen.controls);
    return list.isClean;
  }

  /** Looks at the program and asks it. `isAsked` where somebody waits for the answer. Whether it came to an end. */
  async function work(isAsked, query) {
    clearTimeout(timer);
    const { text } = own;
    answered = answered && { text: answered.text };
    const fits = await look(text, query);
    if (fits === null) return false;
    if (!fits) {
      stale();
      if (isAsked) announce(`Not answered: ${main.querySelector("#count").textContent}.`);
      return true;
    }
    const asked = String(said(form));
    const got = await ask(`/write/answer?${asked}`, { method: "POST", body: text });
    if (got === null || !main.isConnected) return false;
    if (got.gone) gone(answer);
    else {
      answered = { text, asked };
      await part.fill(got.text);
      await lead(text);
      closeWhy();
      stale();
      if (isAsked) announceAnswer(answer);
    }
    return true;
  }

  /** The same, and says so when it is over. */
  async function follow(isAsked, query = said(form)) {
    if (await work(isAsked, query)) ready();
  }

  /** The numbers lead to their reasons, also where a link is opened elsewhere. */
  async function lead(text) {
    const all = answer.querySelectorAll("a[data-why]");
    if (all.length === 0) return;
    const program = await packed(text).catch(() => "");
    for (const link of all) link.href = `/write#p=${program}&${new URL(link.href).searchParams}`;
  }

  const closeWhy = reasons(main, (link) => {
    const query = new URLSearchParams(new URL(link.href).hash.slice(1));
    query.delete("p");
    return ask(`/write/answer?${query}`, { method: "POST", body: answered.text });
  });

  /** Another program in place of this one, which stays one step back. */
  async function begin(text, what) {
    isChanged = true;
    await address();
    history.pushState(null, "", "/write");
    own.replace(0, own.text.length, text);
    own.go(0);
    form.elements.view.value = "table";
    await address();
    announce(`${what} is in the editor. Back brings the former program.`);
    follow(false, new URLSearchParams());
  }

  own.field.addEventListener("blur", address);
  const here = () => { if (document.activeElement === own.field) list.here(own.line); };
  for (const event of ["keyup", "pointerup", "focus"]) own.field.addEventListener(event, here);
  own.field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    follow(true);
  });
  let soon = 0;
  const set = (isAsked) => {
    clearTimeout(soon);
    isChanged = true;
    address();
    follow(isAsked);
  };
  form.addEventListener("input", (event) => {
    clearTimeout(soon);
    if (["text", "range"].includes(event.target.type)) soon = setTimeout(() => set(false), 100);
  });
  form.addEventListener("change", () => {
    const isAnswered = answered !== null && answered.text === own.text && answered.asked === String(said(form));
    // What was answered as it was typed is not drawn anew under the pointer that leaves the field.
    if (isAnswered) announceAnswer(answer);
    else set(true);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); set(true); });

  main.querySelector("#link").addEventListener("click", async () => {
    isChanged = true;
    await address();
    copy(location.href, "the link, with the program in it");
  });
  main.querySelector("#save").addEventListener("click", () => {
    save(new Blob([own.text], { type: "text/plain" }), fileName(own.text));
  });
  main.querySelector("#open").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      if (file.size > 1 << 20) throw new Broken("it is longer than a program may be");
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      await begin(text.replaceAll("\r\n", "\n"), file.name);
    } catch (error) {
      announce(`${file.name} was not opened: ${error instanceof Broken ? error.message : "it is not a text in UTF-8"}.`);
      ready();
    }
    event.target.value = "";
  });
  main.querySelector("#tidy").addEventListener("click", async () => {
    const { text } = own;
    const got = await ask("/api/v1/fmt?files=-&format=terminal", { method: "POST", body: text });
    if (got === null) return;
    if (!got.ok || own.text !== text) announce("What is wrong has to be mended first.");
    else if (got.text === text) announce("It is tidy already.");
    else {
      own.replace(0, text.length, got.text);
      announce("Tidied up. Ctrl+Z takes it back.");
    }
    ready();
  });
  main.querySelector(".begin").addEventListener("click", async (event) => {
    const link = event.target.closest("[data-example]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const got = await ask(link.getAttribute("href"));
    if (got !== null && got.ok) await begin(got.text, link.textContent);
  });

  // What the address has.
  page.hidden = false;
  own.text = own.field.value;
  const rest = fragment();
  const program = rest.get("p");
  rest.delete("p");
  if (program !== null) {
    try {
      own.text = await unpacked(program);
    } catch (error) {
      broken.textContent = `The link does not hold a whole program: ${error.message}. It may have been cut off where it was copied. Below is a program to begin with.`;
      broken.hidden = false;
    }
  }
  if (rest.has("view")) form.elements.view.value = rest.get("view");
  if (form.elements.view.value === "") form.elements.view.value = "table";
  changed();
  clearTimeout(timer);
  clearTimeout(writing);
  isChanged = false;
  await work(false, rest);
}
