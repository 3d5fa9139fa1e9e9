/**
 * Where the system does not tell who belongs to whom: ends the group that the program leads. Answers whether it is gone.
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
