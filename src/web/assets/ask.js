// A mechanic: what is set is the address, and the answer follows it.

import { reasons, show } from "./answer.js";
import { announce, announceAnswer, ask, ready } from "./live.js";
import { copies, offer } from "./copy.js";
import { address, part, said, slides } from "./form.js";

export function setUp(main) {
  const form = main.querySelector("#ask");
  const answer = main.querySelector("#answer");
  const closeWhy = reasons(main, (link) => ask(part(link.getAttribute("href"))));

  // What is typed and slid is one step back, however many answers it has on the way.
  let onTheWay = false;
  let shown = null;
  const update = async (settled) => {
    const to = address(form);
    if (to !== location.pathname + location.search) {
      if (onTheWay) history.replaceState(null, "", to);
      else history.pushState(null, "", to);
    }
    onTheWay = !settled;
    linkViews(main, form);
    shown = null;
    if (!await show(answer, to)) return;
    shown = to;
    closeWhy();
    ready();
  };

  slides(form);
  let soon = 0;
  form.addEventListener("input", (event) => {
    clearTimeout(soon);
    if (event.target.type === "text" || event.target.type === "range") soon = setTimeout(() => update(false), 60);
  });
  form.addEventListener("change", () => {
    clearTimeout(soon);
    // What was answered as it was typed is not drawn anew under the pointer that leaves the field.
    if (address(form) !== shown) update(true);
    else {
      onTheWay = false;
      announceAnswer(answer);
    }
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(soon); update(true); });

  const pinned = main.querySelector("#cases");
  if (pinned) {
    pinned.querySelector("#pin").hidden = false;
    pinned.addEventListener("change", () => update(true));
    pinned.addEventListener("click", (event) => {
      const remove = event.target.closest("[data-unpin]");
      if (remove) {
        remove.closest("li").remove();
        pinned.querySelector("#pin").focus();
        update(true);
      } else if (event.target.id === "pin") {
        pin(form, pinned);
        update(true);
      }
    });
  }

  copies(answer);
  offer(answer);
  linkViews(main, form);
  // On a phone the views go beyond the edge.
  const view = main.querySelector(".views [aria-current]");
  view.closest("ul").scrollLeft = view.offsetLeft - 24;
}

/** The other views ask with all that is said: what one of them does not ask for waits there. */
function linkViews(main, form) {
  const shared = [...said(form)].filter(([name]) => name !== "view");
  // What runs and what is pinned have controls of other names.
  const controls = { sweep: form.elements.run, case: main.querySelector("#cases") };
  const isHere = (name) => controls[name] ?? form.elements[name];
  for (const link of main.querySelectorAll(".views a")) {
    const before = new URL(link.href).searchParams;
    const given = new URLSearchParams(shared);
    // What this view does not ask for stays as it was.
    for (const [name, value] of before) {
      if (waiting.includes(name) && !isHere(name)) given.append(name, value);
    }
    if (before.get("view")) given.set("view", before.get("view"));
    link.href = link.pathname + (given.size ? `?${given}` : "");
  }
}

/** What only some views ask for. */
const waiting = ["events", "queries", "outcome", "sweep", "case", "in", "seen", "over", "not-yet"];

/** What is set becomes a case under its own name, and stays set. */
function pin(form, pinned) {
  const names = [];
  const parts = [];
  for (const box of form.querySelectorAll("[name=with]:checked")) {
    parts.push(box.value);
    names.push(box.parentElement.firstChild.nextSibling.textContent.trim());
  }
  for (const box of form.querySelectorAll("[name^='set:']")) {
    if (box.value === "" || box.value === box.dataset.usual) continue;
    parts.push(`${box.name.slice(4)}=${box.value}`);
    names.push(`${box.closest(".field").querySelector("label").firstChild.textContent.trim()} ${box.value}`);
  }
  const name = names.length ? names.join(" and ").replaceAll(/[,:]/g, "") : "No items";
  const item = document.createElement("li");
  const field = document.createElement("input");
  field.name = "case";
  field.setAttribute("form", "ask");
  field.value = parts.length ? `${name}: ${parts.join(", ")}` : name;
  field.setAttribute("aria-label", "Column");
  const remove = document.createElement("button");
  remove.type = "button";
  remove.dataset.unpin = "";
  remove.textContent = "Remove";
  remove.setAttribute("aria-label", `Remove ${name}`);
  item.append(field, " ", remove);
  pinned.querySelector("ul").append(item);
  announce(`Added as a column: ${name}`);
}
