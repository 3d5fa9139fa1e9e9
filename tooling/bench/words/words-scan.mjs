/**
 * Linear scan: checks every word letter by letter until one is missing. Longest first, as the index returns them.
 * @param {readonly string[]} words @param {string} characters
 */
export function scanWords(words, characters) {
  const stock = new Uint8Array(128);
  for (const character of characters) take(stock, character.charCodeAt(0), -1);
  const remaining = new Uint8Array(128);
  const found = words.filter((word) => word.length <= characters.length && isMade(word, stock, remaining));
  return found.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

const blank = '?'.charCodeAt(0);

/** @param {string} word @param {Uint8Array} stock @param {Uint8Array} remaining is written over */
function isMade(word, stock, remaining) {
  remaining.set(stock);
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (remaining[code]) take(remaining, code, 1);
    else if (remaining[blank]) take(remaining, blank, 1);
    else return false;
  }
  return true;
}

/** @param {Uint8Array} stock @param {number} code @param {number} count */
function take(stock, code, count) {
  stock[code] = (stock[code] ?? 0) - count;
}
