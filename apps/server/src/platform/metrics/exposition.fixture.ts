type Found = { type: string; help: string; samples: Map<string, number> };

/** Reads Prometheus' text format strictly: whatever it does not know is an error. Samples are by name and labels. */
export function parseExposition(text: string): Map<string, Found> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const metrics = new Map<string, Found>();
  let current: Found | undefined;
  let name = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helped, help = ''] = /^# HELP ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? [];
    const [, typed, type = ''] = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (helped !== undefined) {
      if (metrics.has(helped)) throw new Error(`${helped} comes twice`);
      current = { type: '', help, samples: new Map() };
      metrics.set((name = helped), current);
    } else if (typed !== undefined) {
      if (!current || typed !== name || current.type !== '') throw new Error(`A type at the wrong place: ${line}`);
      current.type = type;
    } else addSample(line, name, current);
  }
  return metrics;
}

const samplePattern =
  /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})? (NaN|[+-]?Inf|[-+\d.eE]+)$/;

function addSample(line: string, name: string, current: Found | undefined): void {
  const [, sample, labels = '', value = ''] = samplePattern.exec(line) ?? [];
  if (sample === undefined || !current) throw new Error(`Not a sample: ${line}`);
  const isOwn = current.type === 'histogram' ? /^(_bucket|_sum|_count)$/ : /^$/;
  if (!sample.startsWith(name) || !isOwn.test(sample.slice(name.length))) throw new Error(`Not of ${name}: ${line}`);
  const key = sample + labels;
  if (current.samples.has(key)) throw new Error(`${key} comes twice`);
  current.samples.set(key, Number(value.replace('Inf', 'Infinity')));
}
