const shownChars = 500;

/** A command as one line that a person can read, whatever is in it. */
export function commandLine(cmd: string, args: readonly string[]): string {
  const line = [cmd, ...args].map(quoted).join(' ');
  return line.length > shownChars ? `${line.slice(0, shownChars - 1)}…` : line;
}

function quoted(word: string): string {
  if (/^[\w./:=@%+,~-]+$/.test(word)) return word;
  // What would break the line, or turn its order around, is spelt out.
  const spelt = JSON.stringify(word).replace(/[\p{C}\u2028\u2029]/gu, spell);
  return spelt.includes('\\') ? spelt : `'${word.replaceAll("'", `'\\''`)}'`;
}

function spell(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
