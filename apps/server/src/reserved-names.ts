import { skeletonOf, toLatin } from './confusables.ts';

/** A name as people perceive it: without case, width, accents and invisible characters. */
export function foldLookAlikes(name: string): string {
  return bareOf(name).toLowerCase();
}

/** The same for names that look alike in different scripts, with `0` for `o` or with more spaces. */
export function lookAlikeKey(name: string): string {
  return skeletonOf(bareOf(toLatin(name))).replace(/\s+/g, ' ');
}

/** Whether a name reads like one of these (given folded), also as `Portal!` or, in chat, `Portal] Olive:`. */
export function isReservedName(name: string, reserved: readonly string[]): boolean {
  // A sign may stand for a letter, as in `Porta|`, or for nothing, as in `|Portal|`.
  const read = [name, name.replace(/[\p{S}\p{Po}]/gu, ' ')].map(readFirst);
  return reserved.some((one) => read.includes(skeletonOf(one)));
}

/** The skeleton of what stands before the first `]`, of its letters alone. */
function readFirst(name: string): string {
  const bare = toLatin(bareOf(toLatin(name)));
  const start = bare.search(/[\p{L}\p{N}]/u);
  const [first = ''] = bare.slice(Math.max(0, start)).split(']', 1);
  return skeletonOf(first.replace(/[^\p{L}\p{N}]/gu, ''));
}

/** Replaces some letters that look like Latin ones, such as U+03F9, by others: `toLatin` comes first. */
function bareOf(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      // Compose again: the first step also splits Korean syllables.
      .normalize('NFKC')
  );
}
