import type { Labels, Metric, Sample } from './metric.ts';

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

const readWithinMs = 2_000;

export type Registry = ReturnType<typeof createRegistry>;

/** The metrics of one portal, in Prometheus' text format. */
export function createRegistry() {
  const metrics = new Map<string, Metric>();
  return {
    add(added: readonly Metric[]): void {
      for (const metric of added) {
        if (metrics.has(metric.name)) throw new Error(`The metric ${metric.name} is declared twice`);
        metrics.set(metric.name, metric);
      }
    },
    remove(removed: readonly Metric[]): void {
      for (const { name } of removed) metrics.delete(name);
    },
    names: () => [...metrics.keys()],
    /** One that cannot be read is left out, and the others are still there. */
    async write(onFailure: (name: string, error: unknown) => void): Promise<string> {
      const texts = await Promise.all(
        [...metrics.values()].map(async (metric) => {
          try {
            return writeMetric(metric, await readInTime(metric));
          } catch (error) {
            onFailure(metric.name, error);
            return '';
          }
        }),
      );
      return texts.join('');
    },
  };
}

async function readInTime({ name, read }: Metric): Promise<readonly Sample[]> {
  const found = read();
  if (!(found instanceof Promise)) return found;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} was not read in time`)), readWithinMs);
  });
  return Promise.race([found, tooLate]).finally(() => clearTimeout(timer));
}

function writeMetric({ name, help, type }: Metric, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${writeLabels(labels)} ${writeValue(value)}\n`,
  );
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function writeLabels(labels: Labels = {}): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return written.length === 0 ? '' : `{${written.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function writeValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}
