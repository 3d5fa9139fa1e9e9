/** Without 0, O, 1, I and L: people read the code off a console and type it. */
export const controlCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const controlCodeLength = 8;

/** A control code as people type it: in any case, with spaces and dashes anywhere. */
export const controlCodePattern = /^(?:[\s-]*[2-9A-HJKMNP-Za-hjkmnp-z]){8}[\s-]*$/;

/** Normalizes a typed code. */
export function normalizeControlCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** In two groups of four, which are easier to read and to type. */
export function formatControlCode(code: string): string {
  return `${code.slice(0, controlCodeLength / 2)}-${code.slice(controlCodeLength / 2)}`;
}
