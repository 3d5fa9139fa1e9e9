/** Splits text that arrives in chunks into lines. Lines that are too long are truncated. */
export function createLineReader(onLine: (line: string) => void, maxLineChars: number) {
  let rest = '';
  return {
    add: (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, maxLineChars);
      for (const line of lines) onLine(line.slice(0, maxLineChars).replace(/\r$/, ''));
    },
    /** Emits the text after the last line break. */
    end: () => {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
