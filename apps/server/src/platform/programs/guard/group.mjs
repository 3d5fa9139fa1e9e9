/**
 * For systems without /proc: ends the process group that the program leads. Returns whether it is gone.
 * @param {{ root: number | undefined }} run
 */
export function endGroupStep({ root }) {
  if (root === undefined) return true;
  try {
    process.kill(-root, 'SIGKILL');
    return false;
  } catch {
    return true;
  }
}
