// Forms whose words are the address.

/** What a form says as the part of an address after `?`; what is as usual is left out. */
export function said(form) {
  const given = new URLSearchParams();
  const boxes = [...form.querySelectorAll("[name=rules]")];
  const on = boxes.filter((box) => box.checked);
  if (on.length !== 1 || on[0].dataset.default === undefined) {
    on.forEach((box) => given.append("rules", box.value));
  }
  for (const [name, text] of new FormData(form)) {
    const value = text.trim();
    const usual = form.elements[name].dataset ? form.elements[name].dataset.usual : undefined;
    if (name === "rules" || value === "" || value === usual) continue;
    if (name === "run" || name === "through") continue;
    const [kind, own] = name.split(":");
    // What is written out stands in place of what is chosen from the list above it.
    if (kind === "events" || kind === "queries") given.delete(kind);
    given.append(kind, own ? `${own}=${value}` : value);
  }
  const run = form.elements.run?.value;
  const through = form.elements.through?.value.trim();
  if (run) given.append("sweep", through ? `${run}=${through}` : run);
  return given;
}

/** The address of what a form says. */
export function address(form) {
  const given = said(form);
  return form.getAttribute("action") + (given.size ? `?${given}` : "");
}

/** The same address, of its answer alone. */
export function part(address) {
  return `${address}${address.includes("?") ? "&" : "?"}part=answer`;
}

/** Sliders move the numbers beside them, and follow them. They are of use with a script only. */
export function slides(form) {
  for (const slider of form.querySelectorAll("[data-slides]")) {
    const box = form.querySelector(`#${CSS.escape(slider.dataset.slides)}`);
    slider.disabled = false;
    slider.addEventListener("input", () => { box.value = slider.value; });
    box.addEventListener("input", () => {
      if (box.value !== "" && !isNaN(box.value)) slider.value = box.value;
    });
  }
}
