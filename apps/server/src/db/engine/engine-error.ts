/** The database server could not be started; the message is a sentence the operator can act on. */
export class EngineError extends Error {
  override name = 'EngineError';
}

export function isErrno(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
