/**
 * @param {import('./run-shards.mjs').WorldResult[]} results
 * @param {{ worlds: number, seconds: number }} run
 * @returns {{ text: string, exitCode: number }}
 */
export function simulationReport(results, { worlds, seconds }) {
  const failed = results.filter(({ faults }) => faults.length > 0).toSorted((a, b) => a.seed - b.seed);
  const details = failed.map(
    ({ seed, faults, plan }) => `World ${seed}\n${faults.map((fault) => `  ${fault}\n`).join('')}${plan}\n`,
  );
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { counts } of results)
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  const counted = Object.entries(sums).map(([name, count]) => `${count} ${name}`);
  const lines = [
    ...details,
    `${results.length} of ${worlds} worlds in ${Math.round(seconds)} s: ${counted.join(', ')}`,
    failed.length === 0 ? 'No faults.' : `${failed.length} with faults. To run one again:`,
    ...failed.slice(0, 20).map(({ seed }) => `  npm run simulate -- --seed ${seed}`),
  ];
  return { text: lines.join('\n'), exitCode: failed.length > 0 || results.length < worlds ? 1 : 0 };
}
