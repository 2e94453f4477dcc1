// Questions to the server: the last one counts, each can be stopped, and its answer is announced once.

const status = () => document.getElementById("status");
let running = null;
let answered = 0;

/** Says that all that was begun is done: tests and other programs that look at a page wait for this number to grow. */
export function ready() {
  answered += 1;
  document.documentElement.dataset.ready = String(answered);
}

/** Says something to everybody, in a line at the edge of the page that goes again. */
export function announce(text, isSeen = true) {
  const line = status();
  line.textContent = text;
  // What stands on the page anyway is for those who hear it.
  line.classList.toggle("heard", !isSeen);
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => { line.textContent = ""; }, 4000);
}

/** Ends the question that is under way. */
export function stop() {
  if (running) running.abort();
}

/**
 * The text that an address answers; null where another question came after it, or somebody stopped it. What takes
 * longer than a moment shows that it does.
 */
export async function ask(address, options = {}) {
  stop();
  const own = new AbortController();
  running = own;
  const working = document.getElementById("working");
  const words = working.querySelector("span");
  const begin = Date.now();
  const show = () => {
    const seconds = Math.floor((Date.now() - begin) / 1000);
    words.textContent = seconds < 1 ? "Working" : `Working, ${seconds} s`;
    working.hidden = false;
  };
  const first = setTimeout(show, 300);
  const each = setInterval(() => { if (!working.hidden) show(); }, 1000);
  try {
    const response = await fetch(address, { ...options, signal: own.signal });
    return { text: await response.text(), ok: response.ok };
  } catch (error) {
    if (own.signal.aborted) return null;
    return { text: "", ok: false, gone: true };
  } finally {
    clearTimeout(first);
    clearInterval(each);
    if (running === own) {
      running = null;
      working.hidden = true;
    }
  }
}

/** Replaces what an element holds by a text of HTML that this server made. */
export function fill(element, html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  element.replaceChildren(...parsed.body.childNodes);
}

/** What is said where the server does not answer. */
export function gone(element) {
  const words = document.createElement("p");
  words.className = "problem";
  words.textContent = "trueodds does not answer. Is `trueodds serve` still running?";
  element.replaceChildren(words);
  announce(words.textContent);
}

/** Says aloud what an answer says of itself. */
export function announceAnswer(element) {
  const said = element.querySelector("[data-said]");
  if (said) announce(said.dataset.said, false);
}
