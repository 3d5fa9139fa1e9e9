import { printJson } from '@tribehall/common/json/print-json';

/** Deeper than this, lines are mostly indentation. */
const maxDepth = 100;
/** Indentation can blow a small text up without limit. */
const maxLength = 4 * 1024 * 1024;

/** Pretty-prints JSON and leaves anything else as it is. */
export function prettyText(text: string): string {
  const trimmed = text.trim();
  return /^[{[]/.test(trimmed) ? (printJson(trimmed, { maxDepth, maxLength }) ?? text) : text;
}
