const maxGrowth = 0.02;

/** @param {import('./run-fuzz.mjs').FuzzResult & { heapMib?: number[] }} result @param {number} seed @returns {string} */
export function fuzzReport(
  { requests, operations, statuses, slow, presence, others, faults, rssKb, heapMib = [] },
  seed,
) {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  const shares = Object.entries(presence).map(
    ([account, { requests: all, loggedIn }]) => `${account} ${((100 * loggedIn) / Math.max(1, all)).toFixed(0)} %`,
  );
  const { before, after } = rssKb;
  const slowest = Object.entries(slow).toSorted(([, one], [, other]) => other.count - one.count);
  const lines = [
    `${requests} requests to ${operations} calls as 6 roles, seed ${seed}`,
    `statuses: ${counts.join(', ')}`,
    `with a living session: ${shares.join(', ')}`,
    `memory: ${megabytes(before)} MB after the warm-up, ${megabytes(after)} MB at the end (${change(before, after)})`,
    ...heapMib.map(
      (mib, index) => `JavaScript heap ${index === 0 ? 'after the warm-up' : 'at the end'}: ${mib.toFixed(1)} MB`,
    ),
    `others meanwhile, without and with a session: ${others.slow} of ${others.requests} answers above 200 ms, slowest ${others.slowestMs.toFixed(0)} ms`,
    `above 200 ms: ${slowest.reduce((sum, [, { count }]) => sum + count, 0)}`,
    ...slowest.map(([name, { count, slowestMs }]) => `  ${count} × ${name}, slowest ${slowestMs.toFixed(0)} ms`),
    `faults: ${faults.length}`,
  ];
  return [...lines, ...faults.map(describe)].join('\n');
}

/** What of a full run is over a limit. In a short one, memory says nothing. @param {Pick<import('./run-fuzz.mjs').FuzzResult, 'rssKb' | 'others'>} result @returns {string[]} */
export function findExceeded({ rssKb: { before, after }, others }) {
  return [
    ...(after > before * (1 + maxGrowth)
      ? [`memory grew by more than ${100 * maxGrowth} %: ${change(before, after)}`]
      : []),
    ...(others.slow > 0 ? [`others waited more than 200 ms for ${others.slow} of ${others.requests} answers`] : []),
  ];
}

/** @param {number} before @param {number} after */
function change(before, after) {
  const percent = (100 * (after - before)) / Math.max(1, before);
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`;
}

/** @param {number} kilobytes */
function megabytes(kilobytes) {
  return (kilobytes / 1024).toFixed(1);
}

/** @param {import('./run-fuzz.mjs').Fault} fault */
function describe({ request, account, fault }) {
  const body = request.body === undefined ? '' : ` ${String(request.body).slice(0, 300)}`;
  return `  ${account || 'visitor'}: ${request.method} ${request.url.slice(0, 300)}${body}\n    ${fault}`;
}
