/** No number that anyone means is longer. */
const maxLength = 400;
/** What a number of 64 bits gives back at most. */
const heldDigits = 17;

/** What comes after the number that begins at `start`; the same where none does. */
export function endOfNumber(text: string, start: number): number {
  const whole = text.charCodeAt(start) === 45 ? start + 1 : start;
  let at = text.charCodeAt(whole) === 48 ? whole + 1 : endOfDigits(text, whole);
  if (at === whole) return start;
  if (text.charCodeAt(at) === 46) {
    const end = endOfDigits(text, at + 1);
    if (end === at + 1) return at;
    at = end;
  }
  if ((text.charCodeAt(at) | 32) !== 101) return at;
  const sign = text.charCodeAt(at + 1);
  const power = sign === 43 || sign === 45 ? at + 2 : at + 1;
  const end = endOfDigits(text, power);
  return end === power ? at : end;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at += 1;
  return at;
}

/** Whether programs that hold it in 64 bits, as JavaScript does, give back the digits that are written. */
export function isHeld(literal: string): boolean {
  if (literal.length > maxLength) return false;
  const given = digitsOf(literal);
  if (given.digits === '') return true;
  const value = Number(literal);
  if (!Number.isFinite(value) || value === 0 || given.digits.length > heldDigits) return false;
  const held = digitsOf(value.toPrecision(given.digits.length));
  return held.digits === given.digits && held.exponent === given.exponent;
}

/** The digits that count, and by which power of ten they are moved. */
function digitsOf(literal: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = literal.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start += 1;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end -= 1;
  return { digits: all.slice(start, end), exponent: Number(power) - fraction.length + (all.length - end) };
}
