// Answers about a text that is sent along: what other pages fetch by address alone is asked for with the text here.

import { announce, ready } from "./live.js";
import { copy, png } from "./copy.js";

/** Offers a text or a picture as a file. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  announce(`Saved: ${name}`);
  ready();
}

/** A part of a page whose addresses are asked with a text. `text` gives it as it was when the part was made. */
export function sent(element, text) {
  const get = (address) => fetch(address, { method: "POST", body: text() });
  let shown = "";

  element.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-png], [data-link], a[download]");
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.dataset.copy !== undefined) {
      await copy(await (await get(button.href)).text(), button.dataset.copy);
    } else if (button.dataset.png !== undefined) {
      await png(element.querySelector("img"));
    } else if (button.dataset.link !== undefined) {
      await copy(location.href, "the link to this page");
    } else {
      save(await (await get(button.href)).blob(), button.download);
    }
  });

  return {
    /** Replaces what is shown by HTML of the server; the picture comes before it is shown. */
    async fill(html) {
      const part = new DOMParser().parseFromString(html, "text/html").body;
      for (const button of part.querySelectorAll("[data-png], [data-link]")) button.hidden = false;
      URL.revokeObjectURL(shown);
      shown = "";
      // Whatever asks by its address alone would ask about nothing.
      for (const picture of part.querySelectorAll("img[src^='/api/']")) {
        const address = picture.getAttribute("src");
        picture.removeAttribute("src");
        const response = await get(address);
        if (!response.ok) continue;
        shown = URL.createObjectURL(await response.blob());
        picture.src = shown;
        await picture.decode().catch(() => {});
      }
      element.replaceChildren(...part.childNodes);
    },
  };
}
