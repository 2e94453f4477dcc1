// Where the focus is, and how what shows it looks with and without it. The focus of a control that is hidden behind
// its label is shown by the label, that of a link sometimes by what holds it.
const parts = (element) =>
  [element, ...(element.labels ?? []), element.nextElementSibling, element.parentElement].filter(Boolean);

const ring = (element) => {
  const style = getComputedStyle(element);
  const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return {
    outline: outline ? `${style.outlineWidth} ${style.outlineStyle} ${style.outlineColor}` : null,
    shadow: style.boxShadow !== "none" ? style.boxShadow : null,
  };
};

const shows = (focused, other) =>
  (focused.outline !== null && focused.outline !== other.outline) ||
  (focused.shadow !== null && focused.shadow !== other.shadow);

// Starts before the first stop, wherever the focus was.
const start = () => {
  window[Symbol.for("walk")] = { stops: [] };
  const page = document.documentElement;
  page.tabIndex = -1;
  page.focus({ preventScroll: true });
  page.removeAttribute("tabindex");
};

// Whether the last stop looked different while it had the focus. Asked once it has lost it.
const settle = (walk) => {
  if (!walk.last) return null;
  const part = walk.last.findIndex(({ part, ring: before }) => shows(before, ring(part)));
  walk.last = null;
  return part >= 0;
};

const stop = async () => {
  const walk = window[Symbol.for("walk")];
  const shown = settle(walk);
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return { shown, end: true };
  if (walk.stops.includes(element)) return { shown, end: true, again: path(element), first: walk.stops[0] === element };
  walk.stops.push(element);
  const place = await restingBox(element);
  walk.last = parts(element).map((part) => ({ part, ring: ring(part) }));
  // A control of a pixel or none is hidden: its label is what is seen.
  const small = !place || place.right - place.left < 4 || place.bottom - place.top < 4;
  const seen = small && element.labels?.[0] ? element.labels[0] : element;
  const where = await restingBox(seen);
  return {
    shown,
    selector: path(element),
    inside: Boolean(where) && isInside(where),
    cover: where ? coveredBy(seen, where) : "nothing, it has no size",
  };
};
