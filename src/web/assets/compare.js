// Two rule sets beside each other: what is chosen is the address, and the answer follows it.

import { show } from "./answer.js";
import { copies, offer } from "./copy.js";
import { address, slides } from "./form.js";
import { ready } from "./live.js";

export function setUp(main, open) {
  const form = main.querySelector("#compare");
  const answer = main.querySelector("#answer");
  const update = async () => {
    const to = address(form);
    if (to !== location.pathname + location.search) history.pushState(null, "", to);
    if (await show(answer, to)) ready();
  };
  let soon = 0;
  form.addEventListener("change", (event) => {
    if (event.target.id !== "what") {
      update();
      return;
    }
    // Another mechanic has other rule sets and inputs.
    const to = `/compare?${new URLSearchParams({ what: event.target.value, from: form.elements.from.value, to: form.elements.to.value })}`;
    clearTimeout(soon);
    // Who goes through the list by its letters or by arrows is on the way.
    soon = setTimeout(() => {
      history.pushState(null, "", to);
      open(to, "#what");
    }, 600);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); update(); });
  slides(form);
  copies(answer);
  offer(answer);
}
