type Range = { start: number; end: number };
type Part = { start: number; text: string; isMatch: boolean };

/** Splits a text into what matches the query and what does not. A match by similarity alone has nothing to highlight. */
export function partsOf(text: string, query: string): Part[] {
  const parts: Part[] = [];
  const add = (start: number, end: number | undefined, isMatch: boolean) => {
    const part = text.slice(start, end);
    if (part !== '') parts.push({ start, text: part, isMatch });
  };
  let previousEnd = 0;
  for (const { start, end } of rangesOf(fold(text), fold(query.trim()))) {
    add(previousEnd, start, false);
    add(start, end, true);
    previousEnd = end;
  }
  add(previousEnd, undefined, false);
  return parts;
}

/** The whole query, otherwise every one of its words; sorted, without overlaps. */
function rangesOf(text: string, query: string): Range[] {
  if (query === '') return [];
  const whole = find(text, query);
  if (whole !== undefined) return [whole];
  const found = wordsOf(query).map((word) => find(text, word));
  const ranges = found.filter((range) => range !== undefined).toSorted((a, b) => a.start - b.start);
  const isApart = ranges.every(({ start }, index) => start >= (ranges[index - 1]?.end ?? 0));
  return ranges.length === found.length && isApart ? ranges : [];
}

/** At the start of a word where there is one. */
function find(text: string, wanted: string): Range | undefined {
  const atWord = ` ${text}`.indexOf(` ${wanted}`);
  const start = atWord === -1 ? text.indexOf(wanted) : atWord;
  return start === -1 ? undefined : { start, end: start + wanted.length };
}

/** Whether every word of the query begins a word of the text. */
export function matchesWords(text: string, query: string): boolean {
  const words = wordsOf(fold(text));
  return wordsOf(fold(query)).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

function wordsOf(text: string): string[] {
  return text.split(/[\s/]+/).filter((word) => word !== '');
}

/** Without case and accents, and with the same length, so that offsets stay valid. */
function fold(text: string): string {
  return text.replaceAll(/[A-Z\u0080-\uffff]/g, (unit) => {
    const plain = unit.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return plain.length === 1 ? plain : unit;
  });
}
