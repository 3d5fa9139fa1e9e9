import os from 'node:os';

/** @param {{ name: string, about: string, text: string }[]} sections */
export function benchmarkPage(sections) {
  const model = os.cpus()[0]?.model ?? '';
  const cores = `${os.availableParallelism()} cores${/^(unknown)?$/.test(model) ? '' : ` (${model})`}`;
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cores}, ${memory}, ${os.type()} ${process.arch}, Node ${process.versions.node}.
Contestants take turns in every round of one run; a figure is the median over the rounds, with the lowest and highest beside it.
CPU time is steadier than wall time on a machine that does other things too, so ratios compare CPU time.

${sections.map(({ name, about, text }) => `## ${name}: ${about}\n\n${text}`).join('\n\n')}
`;
}
