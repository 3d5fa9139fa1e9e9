/** No number that anyone means is longer. */
const maxLength = 400;
/** What a number of 64 bits gives back at most. */
const heldDigits = 17;

/** Whether programs that hold it in 64 bits, as JavaScript does, give back the digits that are written. */
export function isHeld(literal: string): boolean {
  if (literal.length > maxLength) return false;
  const given = digitsOf(literal);
  if (given.digits === '') return true;
  const value = Number(literal);
  if (!Number.isFinite(value) || value === 0 || given.digits.length > heldDigits) return false;
  // Rounded to as many digits, or the shortest that mean this value, as JSON.stringify writes it.
  return [value.toPrecision(given.digits.length), String(value)].some((written) => {
    const held = digitsOf(written);
    return held.digits === given.digits && held.exponent === given.exponent;
  });
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
