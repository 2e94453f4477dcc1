// Answers about a text that is sent along: what other pages fetch by address alone is asked for with the text here.

import { copies, offer } from "./copy.js";

/** A part of a page whose addresses are asked with a text. `text` gives it as it was when the part was made. */
export function sent(element, text) {
  const get = (address) => fetch(address, { method: "POST", body: text() });
  let shown = "";

  copies(element, get);

  return {
    /** Replaces what is shown by HTML of the server; the picture comes before it is shown. */
    async fill(html) {
      const part = new DOMParser().parseFromString(html, "text/html").body;
      offer(part);
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
