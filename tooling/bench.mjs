import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { scenarios } from './bench/scenarios.mjs';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';
import { Stop } from './stop.mjs';

/** `npm run bench` measures all and writes docs/benchmarks.md; with names it measures those and only prints. */
await command(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !Object.hasOwn(scenarios, name));
  if (unknown) throw new Stop(`Unknown benchmark "${unknown}". Choose from: ${Object.keys(scenarios).join(', ')}.`);
  if (process.platform !== 'linux') throw new Stop('The benchmarks read /proc and run on Linux only.');
  const chosen = Object.entries(scenarios).filter(([name]) => names.length === 0 || names.includes(name));
  const debian = chosen.flatMap(([, scenario]) => scenario.debian ?? []);
  await setUp(root, { debian, targets: ['server', 'world', 'agent', 'web'] });

  const sections = [];
  /** @type {string[]} */
  const failures = [];
  for (const [name, scenario] of chosen) {
    console.log(`Measuring ${name}: ${scenario.about} …`);
    const measured = await scenario.measure();
    const { text, failures: found } = typeof measured === 'string' ? { text: measured, failures: [] } : measured;
    sections.push({ name, about: scenario.about, text });
    console.log(`\n${text}\n`);
    failures.push(...found.map((failure) => `${name}: ${failure}`));
  }
  for (const failure of failures) console.error(failure);
  if (names.length === 0) {
    fs.writeFileSync(path.join(root, 'docs/benchmarks.md'), benchmarkPage(sections));
    console.log('Written to docs/benchmarks.md.');
  }
  return failures.length > 0 ? 1 : 0;
});

/** @param {{ name: string, about: string, text: string }[]} sections */
function benchmarkPage(sections) {
  const model = os.cpus()[0]?.model ?? '';
  const cores = `${os.availableParallelism()} cores${/^(unknown)?$/.test(model) ? '' : ` (${model})`}`;
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cores}, ${memory}, ${os.type()} ${process.arch}, Node ${process.versions.node}.
Contestants take turns in every round of one run; a figure is the median over the rounds, with the lowest and highest beside it.
CPU time is steadier than wall time on a machine that does other work too, so ratios compare CPU time.

${sections.map(({ name, about, text }) => `## ${name}: ${about}\n\n${text}`).join('\n\n')}
`;
}
