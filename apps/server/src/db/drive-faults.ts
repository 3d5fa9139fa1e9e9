/** Of the file system, of a quota there, and of PostgreSQL. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** A drive is full, or the quota of the portal's user there is used up. */
export function isDriveFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && codes.has(error.code)) || isDriveFull(error.cause);
}

const failingCodes = ['EIO', 'EROFS', 'EMFILE', 'ENFILE'];

/** Files cannot be read or written right now: the drive fails, or too many files are open. */
export function isDriveFailing(error: unknown): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && failingCodes.includes(code);
}
