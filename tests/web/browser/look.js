// How an element is called in a message: its id, or its place below one that has an id.
const path = (element) => {
  const name = element.localName;
  if (element.id) return `${name}#${element.id}`;
  const parent = element.parentElement;
  if (!parent) return name;
  const same = [...parent.children].filter((other) => other.localName === name);
  const step = same.length > 1 ? `${name}:nth-of-type(${same.indexOf(element) + 1})` : name;
  return `${path(parent)} > ${step}`;
};

// The first box of an element that is seen: a link over two lines has its middle beside both.
const box = (element) => {
  const boxes = [...element.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
  return boxes[0] && { left: boxes[0].left, top: boxes[0].top, right: boxes[0].right, bottom: boxes[0].bottom };
};

const frame = () => new Promise(requestAnimationFrame);

// Its box once nothing moves it any more.
const restingBox = async (element) => {
  let last = box(element);
  for (let still = 0, frames = 0; still < 2 && frames < 300; frames++) {
    await frame();
    const now = box(element);
    still = JSON.stringify(now) === JSON.stringify(last) ? still + 1 : 0;
    last = now;
  }
  return last;
};

// Whether it is in the window as a whole, or begins there where it is larger.
const isInside = ({ left, top, right, bottom }) => {
  const across = right - left > innerWidth ? left < innerWidth : right <= innerWidth + 0.5;
  const down = bottom - top > innerHeight ? top < innerHeight : bottom <= innerHeight + 0.5;
  return left >= -0.5 && top >= -0.5 && across && down;
};

// What stands before the middle of an element, if not something of its own.
const coveredBy = (element, { left, top, right, bottom }) => {
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!found) return "the edge of the window";
  const own = [element, ...(element.labels ?? [])];
  return own.some((part) => part.contains(found)) ? null : path(found);
};

// The middle of an element that can be clicked, or why it cannot.
const locate = async (selector) => {
  const element = document.querySelector(selector);
  if (!element) return { not: "it is not there" };
  if (element.disabled) return { not: "it is disabled" };
  if (!box(element)) return { not: "it has no size" };
  if (!isInside(box(element))) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const place = await restingBox(element);
  if (!place) return { not: "it is gone" };
  const cover = coveredBy(element, place);
  if (cover) return { not: `it is covered by ${cover}` };
  return { x: (place.left + place.right) / 2, y: (place.top + place.bottom) / 2 };
};

// By how much the page is wider than its window, with what sticks out.
const sideways = () => {
  const page = document.documentElement;
  const over = page.scrollWidth - page.clientWidth;
  if (over <= 0) return null;
  const out = [...document.body.querySelectorAll("*")].filter((element) => {
    const right = element.getBoundingClientRect().right + scrollX;
    return right > page.clientWidth + 0.5;
  });
  return `${over} px wider than the window: ${out.slice(0, 5).map(path).join(", ")}`;
};
