// What is wrong with a program: a list, and a line about the place of the cursor.

/** How many there are, in words. */
function counted(findings, untried) {
  const count = (severity) => findings.filter((found) => found.severity === severity).length;
  const words = (number, word) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`]);
  const all = [...words(count("error"), "error"), ...words(count("warning"), "warning")];
  if (all.length) return all.join(", ");
  return untried.length ? "Nothing wrong so far; it takes longer to try all of it" : "Nothing wrong";
}

function put(parent, name, text, className) {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  parent.append(element);
  return element;
}

/** Puts a text into an element; what stands between backticks in it is of a program. */
function say(element, text) {
  text.split("`").forEach((part, index) => {
    if (index % 2) put(element, "code", part);
    else element.append(part);
  });
  return element;
}

/** The list and the line; `go` puts the cursor at a finding, `write` mends one. */
export function problems(page, { go, write }) {
  const list = page.querySelector("#problems");
  const count = page.querySelector("#count");
  const line = page.querySelector("#here");
  let findings = [];
  let shown = "";

  const entry = (found) => {
    const item = document.createElement("li");
    item.className = found.severity;
    const place = put(item, "button", "", "place");
    place.type = "button";
    put(place, "span", `Go to ${found.severity}, line `, "aside");
    place.append(`${found.line}:${found.column}`);
    place.addEventListener("click", () => go(found));
    const words = put(item, "span", "", "words");
    say(put(words, "strong", ""), found.message);
    if (found.help) say(put(words, "span", "", "help"), found.help);
    for (const note of found.notes) say(put(words, "span", "", "note"), note);
    if (found.instead) {
      const mend = put(item, "button", `Write ${found.instead}`);
      mend.type = "button";
      mend.addEventListener("click", () => write(found));
    }
    return item;
  };

  return {
    get all() { return findings; },
    /** Whether the program has a meaning. */
    get isClean() { return !findings.some((found) => found.severity === "error"); },
    show(seen) {
      findings = seen.findings;
      const fresh = JSON.stringify(findings);
      if (fresh !== shown) {
        shown = fresh;
        list.replaceChildren(...findings.map(entry));
      }
      // Said aloud where it changes, and not with every letter.
      const words = counted(findings, seen.untried);
      if (count.textContent !== words) count.textContent = words;
      count.className = this.isClean ? "clean" : "bad";
    },
    /** What is wrong with the line of the cursor. */
    here(number) {
      const own = findings.filter((found) => found.line === number);
      line.textContent = own.map((found) => `Line ${number}: ${found.message}${found.help ? `; ${found.help}` : ""}`).join("\n");
      line.className = own.length ? `here ${own[0].severity}` : "here";
    },
  };
}
