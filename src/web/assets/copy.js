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

/** The text of an address, onto the clipboard. The text is asked for before the browser forgets who pressed. */
async function copyFrom(address, what) {
  const response = await fetch(address);
  await copy(await response.text(), what);
}

/** A picture as PNG, twice as fine as it is shown. */
export async function png(image) {
  const canvas = document.createElement("canvas");
  const { naturalWidth: width, naturalHeight: height } = image;
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "trueodds.png";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  announce("Saved: trueodds.png");
  ready();
}

/** Makes the copy buttons inside an element work. */
export function copies(element) {
  for (const button of element.querySelectorAll("[data-png], [data-link]")) button.hidden = false;
  element.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-png], [data-link]");
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.dataset.copy !== undefined) copyFrom(button.href, button.dataset.copy);
    else if (button.dataset.png !== undefined) png(document.getElementById("picture"));
    else copy(location.href, "the link to this page");
  });
}
