/**
 * For systems without /proc: kills the process group that the program leads. Returns whether the group is gone.
 * @param {{ root: number | undefined }} run
 */
export function killProcessGroup({ root }) {
  if (root === undefined) return true;
  try {
    process.kill(-root, 'SIGKILL');
    return false;
  } catch {
    return true;
  }
}
