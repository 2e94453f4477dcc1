// The first page: what is typed is found at once.

import { announce, ask, fill, gone, ready } from "./live.js";

export function setUp(main) {
  const form = main.querySelector("form");
  const found = main.querySelector("#found");
  const update = async () => {
    const given = new URLSearchParams(new FormData(form));
    if (!given.get("find")) given.delete("find");
    const to = given.size ? `/?${given}` : "/";
    history.replaceState(null, "", to);
    const got = await ask(`${to}${given.size ? "&" : "?"}part=found`);
    if (got === null) return;
    if (got.gone) gone(found);
    else fill(found, got.text);
    const count = found.querySelectorAll(".card").length;
    announce(count === 1 ? "1 mechanic" : `${count} mechanics`, false);
    ready();
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => { event.preventDefault(); update(); });
}
