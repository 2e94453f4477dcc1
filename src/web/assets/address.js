// A program in the fragment of an address, which no browser sends: packed, in letters that need no escape.

/** More than this is no program, whatever a link unpacks to. */
const MOST = 1 << 20;

/** What is wrong with a link, for people. */
export class Broken extends Error {}

async function through(bytes, stream) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) {
      reader.cancel();
      throw new Broken("what it holds is longer than a program may be");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A text as a part of an address. */
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text of a part of an address; it throws where that is no whole one. */
export async function unpacked(part) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Broken("a letter of it is missing or wrong");
  }
  try {
    const text = await through(bytes, new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
  } catch (error) {
    throw error instanceof Broken ? error : new Broken("a part of it is missing or wrong");
  }
}
