/** @typedef {import('./judge.mjs').Verdict} Verdict */

/** Percent of the judged mutants that a test noticed; NaN when none was judged. @param {Verdict[]} verdicts */
export function scoreOf(verdicts) {
  const killed = count(verdicts, 'killed');
  return (100 * killed) / (killed + count(verdicts, 'survived'));
}

/** @param {Verdict[]} verdicts */
export function mutantReport(verdicts) {
  const areas = [...new Set(verdicts.map(({ mutant }) => mutant.area))].toSorted();
  const rows = areas.map((area) => {
    const own = verdicts.filter(({ mutant }) => mutant.area === area);
    return `| ${area} | ${count(own, 'killed')} | ${count(own, 'survived')} |`;
  });
  const score = scoreOf(verdicts);
  const sum = `${count(verdicts, 'killed')} killed, ${count(verdicts, 'survived')} survived`;
  return [
    ['| area | killed | survived |', '|---|---|---|', ...rows].join('\n'),
    ...verdicts.filter(({ outcome }) => outcome === 'survived').map(describe),
    ...verdicts.filter(({ outcome }) => outcome === 'broken').map(describe),
    `${sum}: ${Number.isNaN(score) ? 'no score' : `${score.toFixed(0)} %`}`,
  ].join('\n\n');
}

/** @param {Verdict} verdict */
function describe({ mutant, outcome, reason }) {
  const note = outcome === 'broken' ? `Fails without the mutant too: ${reason}` : reason;
  const title = `${outcome.toUpperCase()} ${mutant.file}:${mutant.line} ${mutant.operator}`;
  return [title, ...(note ? [`  ${note}`] : []), `  - ${mutant.before}`, `  + ${mutant.after}`].join('\n');
}

/** @param {Verdict[]} verdicts @param {Verdict['outcome']} wanted */
function count(verdicts, wanted) {
  return verdicts.filter(({ outcome }) => outcome === wanted).length;
}
