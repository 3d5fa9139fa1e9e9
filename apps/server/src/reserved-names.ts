/** A name as a reader takes it in: without case, width, accents and what cannot be seen. */
export function foldLookAlikes(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      // Back together: syllables of Korean come apart too.
      .normalize('NFKC')
      .toLowerCase()
  );
}

/** Whether a name reads as one of these (given folded), also as `Portal!` or, in a chat line, `Portal] Olive:`. */
export function isReservedName(name: string, reserved: readonly string[]): boolean {
  const folded = foldLookAlikes(name);
  const start = folded.search(/[\p{L}\p{N}]/u);
  const [first = ''] = folded.slice(Math.max(0, start)).split(']', 1);
  return reserved.includes(first.replace(/[^\p{L}\p{N}]/gu, ''));
}
