// Copying: an answer in a format, the address, the command line, a picture.

import { announce, ready } from "./live.js";

/** Puts a text on the clipboard, and says so. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`Copied: ${what}`);
  } catch {
    announce("The browser does not let the page copy; select the text and copy it by hand.");
  }
  ready();
}

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

/** A picture as PNG, twice as fine as it is shown. */
async function png(image) {
  const canvas = document.createElement("canvas");
  const { naturalWidth: width, naturalHeight: height } = image;
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  save(blob, "trueodds.png");
}

/** Shows the buttons of an answer that are of use with a script only. */
export function offer(answer) {
  for (const button of answer.querySelectorAll("[data-png], [data-link]")) button.hidden = false;
}

/**
 * Makes the copy buttons inside an element work, those of every answer that it is to show. Where its addresses are
 * asked with a text, `sent` asks them; a file is then saved from here too.
 */
export function copies(element, sent) {
  const get = sent ?? ((address) => fetch(address));
  const buttons = `[data-copy], [data-png], [data-link]${sent ? ", a[download]" : ""}`;
  element.addEventListener("click", async (event) => {
    const button = event.target.closest(buttons);
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { dataset } = button;
    if (dataset.copy !== undefined) await copy(await (await get(button.href)).text(), dataset.copy);
    else if (dataset.png !== undefined) await png(element.querySelector("img"));
    else if (dataset.link !== undefined) await copy(location.href, "the link to this page");
    else save(await (await get(button.href)).blob(), button.download);
  });
}
