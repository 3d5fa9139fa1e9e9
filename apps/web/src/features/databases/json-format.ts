import { visitJson } from './visit-json.ts';

/** Indentation can blow a deeply nested text up without limit. */
const maxLength = 32 * 1024 * 1024;

/**
 * Pretty-prints JSON. Values stay exactly as written: parsing would round long numeric ids. Returns undefined if the
 * text is not JSON or would become too long.
 */
export function formatJson(text: string, lineBreak = '\n'): string | undefined {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  /** Whether this container already has an item. */
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
  const stop = visitJson(text, {
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
