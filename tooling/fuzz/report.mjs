/** @param {import('./run-fuzz.mjs').FuzzResult} result @param {number} seed @returns {string} */
export function fuzzReport({ requests, operations, statuses, slow, faults, rssKb }, seed) {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  const lines = [
    `${requests} requests to ${operations} calls as 6 roles, seed ${seed}`,
    `statuses: ${counts.join(', ')}`,
    `above 200 ms: ${slow}`,
    `memory after each fifth: ${rssKb.map(megabytes).join(', ')} MB`,
    `faults: ${faults.length}`,
  ];
  return [...lines, ...faults.map(describe)].join('\n');
}

/** @param {number} kilobytes */
function megabytes(kilobytes) {
  return (kilobytes / 1024).toFixed(0);
}

/** @param {import('./run-fuzz.mjs').Fault} fault */
function describe({ request, account, fault }) {
  const body = request.body === undefined ? '' : ` ${String(request.body).slice(0, 300)}`;
  return `  ${account || 'visitor'}: ${request.method} ${request.url.slice(0, 300)}${body}\n    ${fault}`;
}
