/** How long the first start of an unpacked release may take, and how large it may be. */
export const goals = { milliseconds: 5000, megabytes: 250 };

/** @param {{ milliseconds: number, megabytes: number }} measured @returns {string[]} what is over a goal */
export function missedGoals({ milliseconds, megabytes }) {
  const failures = [];
  if (milliseconds > goals.milliseconds)
    failures.push(`the first start of a release took ${milliseconds.toFixed(0)} ms, more than ${goals.milliseconds}`);
  if (megabytes > goals.megabytes)
    failures.push(`the unpacked release takes ${megabytes.toFixed(0)} MB, more than ${goals.megabytes}`);
  return failures;
}
