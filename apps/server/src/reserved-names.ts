/** A name as people perceive it: without case, width, accents and invisible characters. */
export function foldLookAlikes(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      // Compose again: the first step also splits Korean syllables.
      .normalize('NFKC')
      .toLowerCase()
  );
}

/** Whether a name reads like one of these (given folded), also as `Portal!` or, in chat, `Portal] Olive:`. */
export function isReservedName(name: string, reserved: readonly string[]): boolean {
  const folded = foldLookAlikes(name);
  const start = folded.search(/[\p{L}\p{N}]/u);
  const [first = ''] = folded.slice(Math.max(0, start)).split(']', 1);
  return reserved.includes(first.replace(/[^\p{L}\p{N}]/gu, ''));
}
