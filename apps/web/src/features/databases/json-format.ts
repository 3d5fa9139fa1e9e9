import { scanJson } from './json-scan.ts';

/** A deep text can be made to grow beyond every bound by laying it out. */
const maxLength = 32 * 1024 * 1024;

/**
 * JSON on lines of its own, every value letter for letter as it was written: reading and writing numbers would round
 * long ids. Nothing where the text is no JSON or would become far too long.
 */
export function formatJson(text: string, lineBreak = '\n'): string | undefined {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  /** Whether something stands before this on the same level. */
  let isFollowing = false;
  let isAfterKey = false;

  const add = (part: string) => {
    length += part.length;
    if (length <= maxLength) parts.push(part);
  };
  const addLine = () => add(lineBreak + '  '.repeat(Math.min(depth, maxLength)));
  const startItem = () => {
    if (!isAfterKey && depth > 0) {
      if (isFollowing) add(',');
      addLine();
    }
    isAfterKey = false;
  };
  const stop = scanJson(text, {
    open: (start) => {
      startItem();
      add(text.charAt(start));
      depth += 1;
      isFollowing = false;
    },
    close: (end) => {
      depth -= 1;
      if (isFollowing) addLine();
      add(text.charAt(end - 1));
      isFollowing = true;
    },
    key: (start, end) => {
      startItem();
      add(`${text.slice(start, end)}: `);
      isAfterKey = true;
    },
    scalar: (start, end) => {
      startItem();
      add(text.slice(start, end));
      isFollowing = true;
    },
  });
  if (stop !== undefined || length > maxLength) return undefined;
  return parts.join('') + (text.endsWith('\n') ? lineBreak : '');
}
