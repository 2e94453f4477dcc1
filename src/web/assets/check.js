// Check a page: the text is judged by the server; what is accepted is put into it here.

import { copy } from "./copy.js";
import { announce, announceAnswer, ask, fill, gone, ready } from "./live.js";

/** The server takes no more. */
const LARGEST = 5 * 1024 * 1024;
const TOO_LARGE = "The page is larger than 5 MB. Check a part of it.";

/** Gives what was checked last, so that it is there again after a look at another page. It is kept by this window only. */
let kept = null;

/** The text with the repairs that are on. Each is at its place in the text that was checked, whatever the others do. */
function mended({ text, repairs }) {
  const parts = [];
  let at = 0;
  for (const repair of repairs.filter((one) => one.on)) {
    parts.push(text.slice(at, repair.from), repair.text);
    at = repair.to;
  }
  return parts.join("") + text.slice(at);
}

const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

export function setUp(main) {
  const form = main.querySelector("#check");
  const box = form.elements.text;
  const about = form.elements.about;
  const answer = main.querySelector("#answer");
  const within = (selector) => [...answer.querySelectorAll(selector)];
  let checked = null;

  /** Looks at an answer about a text. */
  const take = (text) => {
    const judged = answer.querySelector(".judged");
    checked = null;
    if (!judged) return;
    const repairs = JSON.parse(judged.dataset.repairs);
    checked = {
      text,
      repairs: repairs.map(([from, to, fresh, certain]) => {
        return { from, to, text: fresh, certain, on: false, spans: [], buttons: [] };
      }),
    };
    within("[data-repair]").forEach((span) => checked.repairs[span.dataset.repair].spans.push(span));
    within("[data-mends]").forEach((button) => checked.repairs[button.dataset.mends].buttons.push(button));
    within(".bar, [data-mends]").forEach((element) => { element.hidden = false; });
    box.rows = 5;
  };

  const problem = (words) => {
    const line = document.createElement("p");
    line.className = "problem";
    line.textContent = words;
    answer.replaceChildren(line);
    checked = null;
    announce(words);
    ready();
  };

  const check = async () => {
    const text = box.value.isWellFormed() ? box.value : box.value.toWellFormed();
    if (new Blob([text]).size > LARGEST) {
      problem(TOO_LARGE);
      return;
    }
    const query = new URLSearchParams({ part: "answer" });
    if (about.value) query.set("about", about.value);
    const headers = { "content-type": "text/plain; charset=utf-8" };
    const got = await ask(`/check?${query}`, { method: "POST", headers, body: text });
    if (got === null) return;
    if (got.gone) {
      gone(answer);
      checked = null;
    } else {
      history.replaceState(null, "", "/check");
      fill(answer, got.text);
      take(text);
      announceAnswer(answer);
      answer.querySelector("#summary")?.focus();
    }
    ready();
  };

  /** Whether what stands in the box is what the answer is about. */
  const compare = () => {
    if (!checked) return;
    const isStale = box.value !== mended(checked);
    within("#stale").forEach((line) => { line.hidden = !isStale; });
    within("[data-mends], #accept-all, #copy-text").forEach((button) => { button.disabled = isStale; });
  };

  /** Shows a repair in its place, or what stood there. */
  const show = ({ on, text, spans, buttons }) => {
    spans.forEach((span, number) => {
      span.dataset.old ??= span.textContent;
      span.textContent = on ? (number === 0 ? text : "") : span.dataset.old;
      span.classList.toggle("mended", on);
      const link = span.closest("a");
      if (link) link.setAttribute("aria-label", on ? `${link.textContent}, mended` : link.dataset.label);
    });
    buttons.forEach((button) => {
      button.textContent = on ? "Undo" : `Put ${text} in its place`;
      button.closest("li").classList.toggle("mended", on);
    });
  };

  const mend = (repairs, on) => {
    for (const repair of repairs.filter((one) => one.on !== on)) {
      repair.on = on;
      show(repair);
    }
    box.value = mended(checked);
    const certain = checked.repairs.filter((repair) => repair.certain);
    const all = answer.querySelector("#accept-all");
    if (all) {
      const done = certain.every((repair) => repair.on);
      all.textContent = done ? "Undo all repairs" : `Accept all ${count(certain.length, "repair")}`;
    }
  };

  const accept = (button) => {
    const repair = checked.repairs[button.dataset.mends];
    mend([repair], !repair.on);
    const old = checked.text.slice(repair.from, repair.to);
    announce(repair.on ? `${repair.text} is in the place of ${old}.` : `${old} stands there again.`);
  };

  const acceptAll = () => {
    const certain = checked.repairs.filter((repair) => repair.certain);
    const on = !certain.every((repair) => repair.on);
    mend(certain, on);
    announce(on ? `${count(certain.length, "repair")} made.` : "The text is as it was.");
  };

  /** Goes to a figure or to what is said of it. */
  const go = (hash) => {
    const target = answer.querySelector(hash);
    if (!target) return;
    const details = target.closest("details");
    if (details) details.open = true;
    target.scrollIntoView({ block: "nearest" });
    (target.querySelector(":scope > a") ?? target).focus({ preventScroll: true });
  };

  const read = async (file) => {
    if (file.size > LARGEST) {
      problem(TOO_LARGE);
      return;
    }
    try {
      box.value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      problem(`${file.name} is no text in UTF-8.`);
      return;
    }
    // Until it is answered, what is shown is about another text.
    compare();
    await check();
  };

  form.addEventListener("submit", (event) => { event.preventDefault(); check(); });
  box.addEventListener("input", compare);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check();
  });
  main.querySelector("#from-file").hidden = false;
  main.querySelector("#file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    // The same file once more is a change, too: it may be another text by then.
    if (file) read(file).then(() => { event.target.value = ""; });
  });
  const carries = (event) => event.dataTransfer.types.includes("Files");
  form.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    form.classList.add("above");
  });
  form.addEventListener("dragleave", () => form.classList.remove("above"));
  form.addEventListener("drop", (event) => {
    form.classList.remove("above");
    if (!carries(event)) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  });
  main.querySelector("a[href='/check?example']").addEventListener("click", () => { kept = null; });
  answer.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const button = event.target.closest("button");
    if (link) {
      event.preventDefault();
      go(link.hash);
      return;
    }
    if (!button || !checked) return;
    if (button.dataset.mends !== undefined) accept(button);
    else if (button.id === "accept-all") acceptAll();
    else if (button.id === "again") { check(); return; }
    else if (button.id === "copy-text") {
      const done = checked.repairs.filter((repair) => repair.on).length;
      copy(mended(checked), done ? `the text with ${count(done, "repair")}` : "the text as it was");
      return;
    }
    ready();
  });

  const address = location.pathname + location.search;
  const before = kept?.();
  if (before && (box.value === "" || before.address === address)) {
    box.value = before.text;
    box.rows = before.rows;
    about.value = before.about;
    answer.replaceChildren(...before.nodes);
    checked = before.checked;
  } else {
    take(box.value);
  }
  kept = () => ({ address, text: box.value, rows: box.rows, about: about.value, nodes: [...answer.childNodes], checked });
}
