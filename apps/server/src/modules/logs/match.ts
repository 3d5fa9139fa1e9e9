import type { Filter } from './entries.store.ts';

/** How a text is looked for, without regard to case. */
export function toMatch(text: string, isPattern: boolean): NonNullable<Filter['match']> {
  if (isPattern || !hasOtherCase(text)) return { text, isPattern };
  return { text: Array.from(text, bothCases).join(''), isPattern: true };
}

/** Not every database knows that Ä and ä are one letter; a pattern that names both does not ask it. */
function hasOtherCase(text: string): boolean {
  return Array.from(text).some((sign) => sign > '\u007f' && sign.toLowerCase() !== sign.toUpperCase());
}

function bothCases(sign: string): string {
  const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
  if (sign <= '\u007f') return sign.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return lower === upper ? sign : `(?:${lower}|${upper})`;
}
