export type Labels = Readonly<Record<string, string>>;

export type Sample = { labels?: Labels; value: number; suffix?: '_bucket' | '_sum' | '_count' };

/** One metric as Prometheus knows it. It is read when it is scraped. */
export type Metric = {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
};

type Named = { name: string; help: string };
type Read = () => number | readonly Sample[] | Promise<number | readonly Sample[]>;

/** A value that can go up and down, read from where it is. */
export function gauge({ name, help }: Named, read: Read): Metric {
  return { name, help, type: 'gauge', read: () => toSamples(read()) };
}

/** A value that only goes up, counted elsewhere. */
export function counterOf({ name, help }: Named, read: Read): Metric {
  return { name, help, type: 'counter', read: () => toSamples(read()) };
}

/** Also where a promise is not one of Node's own. */
async function toSamplesLater(found: Promise<number | readonly Sample[]>): Promise<readonly Sample[]> {
  return listed(await found);
}

function toSamples(found: ReturnType<Read>): readonly Sample[] | Promise<readonly Sample[]> {
  return typeof found === 'object' && 'then' in found ? toSamplesLater(found) : listed(found);
}

function listed(found: number | readonly Sample[]): readonly Sample[] {
  return typeof found === 'number' ? [{ value: found }] : found;
}

export type CounterSeries = { value: number };
export type Counter = Metric & { series: (labels: Labels) => CounterSeries };

/** Counts by labels. Whoever counts often holds on to the series of its labels. */
export function createCounter({ name, help }: Named): Counter {
  const all = createSeries((): CounterSeries => ({ value: 0 }));
  return {
    name,
    help,
    type: 'counter',
    series: all.get,
    read: () => all.list().map(({ labels, series }) => ({ labels, value: series.value })),
  };
}

export class HistogramSeries {
  readonly #bounds: readonly number[];
  /** Not cumulative; the last one is for all above the bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at += 1;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.sum += value;
  }
}

export type Histogram = Metric & {
  series: (labels: Labels) => HistogramSeries;
  /** For labels of things that are gone. */
  remove: (labels: Labels) => void;
};

export function createHistogram({ name, help, bounds }: Named & { bounds: readonly number[] }): Histogram {
  const all = createSeries(() => new HistogramSeries(bounds));
  return {
    name,
    help,
    type: 'histogram',
    series: all.get,
    remove: all.remove,
    read: () => all.list().flatMap(({ labels, series }) => histogramSamples(labels, bounds, series)),
  };
}

function histogramSamples(labels: Labels, bounds: readonly number[], { counts, sum }: HistogramSeries): Sample[] {
  let total = 0;
  const buckets = counts.map((count, at): Sample => {
    total += count;
    const le = at < bounds.length ? String(bounds[at]) : '+Inf';
    return { suffix: '_bucket', labels: { ...labels, le }, value: total };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
}

/** Whatever the labels come from: a scrape stays small. */
const maxSeries = 5_000;

function createSeries<Series>(create: () => Series) {
  const all = new Map<string, { labels: Labels; series: Series }>();
  const keyOf = (labels: Labels) => Object.values(labels).join('\0');
  const get = (labels: Labels): Series => {
    const key = keyOf(labels);
    const known = all.get(key);
    if (known) return known.series;
    const isOther = Object.values(labels).every((value) => value === 'other');
    if (all.size >= maxSeries && !isOther)
      return get(Object.fromEntries(Object.keys(labels).map((name) => [name, 'other'])));
    const series = create();
    all.set(key, { labels, series });
    return series;
  };
  return { get, remove: (labels: Labels) => void all.delete(keyOf(labels)), list: () => [...all.values()] };
}
