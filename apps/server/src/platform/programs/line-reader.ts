/** Cuts text that comes in pieces into lines. A line that is too long is cut off at its end. */
export function createLineReader(onLine: (line: string) => void, maxLineChars: number) {
  let rest = '';
  return {
    add: (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, maxLineChars);
      for (const line of lines) onLine(line.slice(0, maxLineChars).replace(/\r$/, ''));
    },
    /** What came after the last line break. */
    end: () => {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
