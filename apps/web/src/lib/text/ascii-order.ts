/** The printable characters of ASCII in the order of `Intl.Collator('en')`; letters without their case. */
const order = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';
const ranks = new Map(
  Array.from(order, (character, rank) => [[character, rank] as const, [character.toUpperCase(), rank] as const]).flat(),
);
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9';

/** Longer numbers are split by collators. */
const maxNumber = 200;

export function isPlainAscii(text: string): boolean {
  return text.length <= maxNumber && /^[ -~]*$/.test(text);
}

/** The order of a collator with `numeric: true, sensitivity: 'base'`, for texts that `isPlainAscii`. */
export function compareAscii(one: string, other: string): number {
  let [at, otherAt] = [0, 0];
  while (at < one.length && otherAt < other.length) {
    if (isDigit(one[at]) && isDigit(other[otherAt])) {
      const [number, otherNumber] = [numberAt(one, at), numberAt(other, otherAt)];
      const difference = compareNumbers(number.digits, otherNumber.digits);
      if (difference !== 0) return difference;
      [at, otherAt] = [number.end, otherNumber.end];
    } else {
      const difference = (ranks.get(one[at] ?? '') ?? 0) - (ranks.get(other[otherAt] ?? '') ?? 0);
      if (difference !== 0) return Math.sign(difference);
      at += 1;
      otherAt += 1;
    }
  }
  return Math.sign(one.length - at - (other.length - otherAt));
}

/** Without leading zeros. */
function numberAt(text: string, start: number): { digits: string; end: number } {
  let end = start;
  while (isDigit(text[end])) end += 1;
  return { digits: text.slice(start, end).replace(/^0+/, ''), end };
}

function compareNumbers(one: string, other: string): number {
  if (one.length !== other.length) return one.length < other.length ? -1 : 1;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
