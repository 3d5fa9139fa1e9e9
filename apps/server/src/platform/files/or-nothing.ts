/** Resolves with undefined if the file doesn't exist. */
export async function orNothing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Error codes for a name that was removed or replaced since it was listed. */
const goneCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'];

/** Resolves with undefined if a listed file was removed or replaced meanwhile. */
export async function orGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (goneCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
