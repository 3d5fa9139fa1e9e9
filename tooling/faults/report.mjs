/** @param {import('./run-faults.mjs').FaultResult[]} results @param {number} seed @returns {string} */
export function faultsReport(results, seed) {
  const header = [
    'kind',
    'fault',
    'outcome',
    'replies',
    '5xx or none',
    'acknowledged',
    'lost',
    'write after',
    'command after',
    'note',
  ];
  const rows = results.map((one) => [
    one.kind,
    one.name,
    one.skipped ? 'skipped' : one.violations.length > 0 ? 'VIOLATED' : 'ok',
    ...(one.skipped || one.replies === 0
      ? ['', '', '', '', '', '']
      : [
          one.replies,
          one.refused,
          one.acknowledged,
          one.lost,
          seconds(one.againMs.write),
          seconds(one.againMs.command),
        ]),
    one.note,
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column]).length)),
  );
  const line = (/** @type {(string | number)[]} */ cells) =>
    `| ${cells.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const violated = results.filter(({ violations }) => violations.length > 0);
  const skipped = new Set(results.filter((one) => one.skipped).map(({ kind, note }) => `${kind} (${note})`));
  return [
    line(header),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
    ...violated.flatMap(({ kind, name, violations }) => [
      `${kind}, ${name}:`,
      ...violations.map((text) => `  ${text}`),
    ]),
    `${results.reduce((sum, { acknowledged }) => sum + acknowledged, 0)} acknowledged writes, ` +
      `${results.reduce((sum, { lost }) => sum + lost, 0)} lost; seed ${seed}`,
    ...(skipped.size > 0 ? [`skipped: ${[...skipped].join(', ')}`] : []),
  ].join('\n');
}

/** @param {import('./run-faults.mjs').FaultResult} result */
export function progressLine({ kind, name, note, skipped, violations }) {
  const outcome = skipped ? 'skipped' : violations.length > 0 ? 'VIOLATED' : 'ok';
  return [`${kind}: ${name}: ${outcome}${note && ` (${note})`}`, ...violations.map((text) => `  ${text}`)].join('\n');
}

/** @param {number} ms */
function seconds(ms) {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never';
}
