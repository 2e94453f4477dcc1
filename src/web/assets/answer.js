// The part of a page that answers: what an address says, and why a number in it is what it is.

import { announceAnswer, ask, fill, gone, ready } from "./live.js";
import { offer } from "./copy.js";
import { part } from "./form.js";

/** Shows what an address answers; whether it came to that. */
export async function show(answer, address) {
  const got = await ask(part(address));
  if (got === null) return false;
  if (got.gone) gone(answer);
  else {
    fill(answer, got.text);
    offer(answer);
    announceAnswer(answer);
  }
  return true;
}

/** Opens reasons beside the answer. `load` asks for that of a link. Gives what closes them. */
export function reasons(main, load) {
  const why = main.querySelector("#why");
  let from = null;
  const close = (back) => {
    if (why.hidden) return;
    why.hidden = true;
    if (back && from && from.isConnected) from.focus();
  };
  main.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-why]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const got = await load(link);
    if (got === null) return;
    const inner = why.querySelector("#why-answer");
    if (got.gone) gone(inner);
    else fill(inner, got.text);
    inner.querySelectorAll(".copy").forEach((copies) => copies.remove());
    why.hidden = false;
    from = link;
    why.focus();
    ready();
  });
  why.querySelector("#why-close").addEventListener("click", () => close(true));
  main.addEventListener("keydown", (event) => { if (event.key === "Escape") close(true); });
  return () => close(false);
}
