/** What is looked for on a drive; undefined where it is not there. */
export async function orNothing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Error codes of the system where a name went away, or became something else, since it was listed. */
const goneCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'];

/** What a listing has shown; undefined where it is not so any more. */
export async function orGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (goneCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
