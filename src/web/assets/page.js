// Every page: its own script, links that keep the page, back and forward.

import { ask, gone, ready, stop } from "./live.js";

/** The pages with a script of their own. */
const scripts = {
  home: () => import("./home.js"),
  ask: () => import("./ask.js"),
  check: () => import("./check.js"),
  write: () => import("./write.js"),
  compare: () => import("./compare.js"),
};

async function setUp() {
  const main = document.getElementById("main");
  const script = scripts[main.dataset.page];
  if (script) await (await script()).setUp(main, show);
  ready();
}

/** Shows the page of an address without loading everything anew; where nothing else is said it begins at its top. */
async function show(address, focus) {
  const got = await ask(address);
  if (got === null) return;
  const main = document.getElementById("main");
  if (got.gone) {
    gone(main);
    ready();
    return;
  }
  const page = new DOMParser().parseFromString(got.text, "text/html");
  document.title = page.title;
  const fresh = page.getElementById("main");
  main.replaceWith(fresh);
  document.querySelector("header").replaceWith(page.querySelector("header"));
  await setUp();
  const place = focus && fresh.querySelector(focus);
  (place ?? fresh).focus({ preventScroll: true });
  if (!place) window.scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (link && link.matches(".skip")) {
    // Within the page; back leads to the page before.
    event.preventDefault();
    document.getElementById("main").focus();
    return;
  }
  const own = link && link.origin === location.origin && !link.target && !link.hasAttribute("download");
  if (!own || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.pathname.startsWith("/api/") || (link.pathname === location.pathname && link.hash)) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show(link.href);
});
window.addEventListener("popstate", () => show(location.href));
document.getElementById("stop").addEventListener("click", () => {
  stop();
  document.getElementById("status").textContent = "Stopped.";
  ready();
});

await setUp();
