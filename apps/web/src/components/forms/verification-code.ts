import { controlCodePattern, normalizeControlCode } from '@tribehall/contract/shared/control-code';

const codeLifeMs = 5 * 60_000;

/** How a code is typed, and when it is complete. */
export type CodeFormat = {
  inputMode: 'numeric' | 'text';
  /** Drops characters that cannot be part of the code. */
  clean: (typed: string) => string;
  /** The code to send; undefined while it is incomplete. */
  read: (typed: string) => string | undefined;
  hint: string;
};

export const sixDigits: CodeFormat = {
  inputMode: 'numeric',
  clean: (typed) => typed.replaceAll(/\D/g, '').slice(0, 6),
  read: (typed) => (typed.length === 6 ? typed : undefined),
  hint: 'The code has 6 digits.',
};

export const controlCode: CodeFormat = {
  inputMode: 'text',
  clean: (typed) => typed.slice(0, 24).toUpperCase(),
  read: (typed) => (controlCodePattern.test(typed) ? normalizeControlCode(typed) : undefined),
  hint: 'The code has 8 letters and digits.',
};

/** When a code received just now expires, by this machine's clock, which may differ from the portal's. */
export function codeEndsAt(now: number, expiresAt?: string): number {
  const remainingMs = expiresAt === undefined ? codeLifeMs : Date.parse(expiresAt) - now;
  return now + (remainingMs > 0 && remainingMs <= codeLifeMs ? remainingMs : codeLifeMs);
}
