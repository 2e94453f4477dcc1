// Two rule sets beside each other: what is chosen is the address, and the answer follows it.

import { announceAnswer, ask, fill, gone, ready } from "./live.js";
import { copies } from "./copy.js";
import { address, part, slides } from "./form.js";

export function setUp(main, show) {
  const form = main.querySelector("#compare");
  const answer = main.querySelector("#answer");
  const update = async () => {
    const to = address(form);
    if (to !== location.pathname + location.search) history.pushState(null, "", to);
    const got = await ask(part(to));
    if (got === null) return;
    if (got.gone) gone(answer);
    else {
      fill(answer, got.text);
      copies(answer);
      announceAnswer(answer);
    }
    ready();
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
      show(to, "#what");
    }, 600);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); update(); });
  slides(form);
  copies(answer);
}
