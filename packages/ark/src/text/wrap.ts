/** Rows of at most `maxLength` code points, cut between words; a longer word is cut inside, never a surrogate pair. */
export function* wrap(line: string, maxLength: number): Generator<string> {
  const signs = Array.from(line);
  let start = 0;
  while (start < signs.length) {
    const end = rowEnd(signs, start, Math.max(1, maxLength));
    const row = signs.slice(start, end).join('').trim();
    if (row !== '') yield row;
    start = end;
  }
}

function rowEnd(signs: string[], start: number, maxLength: number): number {
  const longest = start + maxLength;
  if (longest >= signs.length) return signs.length;
  const space = signs.lastIndexOf(' ', longest);
  // A cut near the start would waste most of the row.
  return space > start + maxLength / 2 ? space + 1 : longest;
}
