import { readdir, readFile } from 'node:fs/promises';
import { constants, monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { createHistogram, counterOf, gauge, type Metric } from './metric.ts';

const resolutionMs = 20;
const gcKinds = new Map<number, string>([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

/** This Node process, under the names that Prometheus' own clients use. */
export function measureProcess(): { metrics: Metric[]; stop: () => void } {
  const loop = measureEventLoop();
  const collections = measureCollections();
  return {
    metrics: [...loop.metrics, ...collections.metrics, ...memoryMetrics, ...processMetrics],
    stop: () => {
      loop.stop();
      collections.stop();
    },
  };
}

function measureEventLoop() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const seconds = (nanoseconds: number) =>
    Number.isNaN(nanoseconds) ? 0 : Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  const lag = (name: string, percent: number) =>
    gauge(
      { name: `nodejs_eventloop_lag_${name}_seconds`, help: `Delay of the event loop since the last scrape, ${name}.` },
      () => seconds(delay.percentile(percent)),
    );
  const metrics = [
    lag('p50', 50),
    lag('p99', 99),
    gauge(
      { name: 'nodejs_eventloop_lag_max_seconds', help: 'Longest delay of the event loop since the last scrape.' },
      () => {
        const longest = seconds(delay.max);
        // The last one of a scrape.
        delay.reset();
        return longest;
      },
    ),
    counterOf(
      { name: 'nodejs_eventloop_active_seconds_total', help: 'Time in which the event loop was busy.' },
      () => performance.eventLoopUtilization().active / 1000,
    ),
    counterOf(
      { name: 'nodejs_eventloop_idle_seconds_total', help: 'Time in which the event loop waited.' },
      () => performance.eventLoopUtilization().idle / 1000,
    ),
  ];
  return { metrics, stop: () => void delay.disable() };
}

function measureCollections() {
  const durations = createHistogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Garbage collections by kind.',
    bounds: [0.001, 0.01, 0.1, 1],
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind = 0 } = (entry as { detail?: { kind?: number } }).detail ?? {};
      durations.series({ kind: gcKinds.get(kind) ?? 'other' }).observe(entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return { metrics: [durations], stop: () => observer.disconnect() };
}

const memoryMetrics: readonly Metric[] = [
  gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory.' }, () => process.memoryUsage.rss()),
  gauge(
    { name: 'nodejs_heap_size_total_bytes', help: 'Heap that is reserved.' },
    () => process.memoryUsage().heapTotal,
  ),
  gauge({ name: 'nodejs_heap_size_used_bytes', help: 'Heap that is used.' }, () => process.memoryUsage().heapUsed),
  gauge(
    { name: 'nodejs_external_memory_bytes', help: 'Memory of buffers and other objects outside the heap.' },
    () => process.memoryUsage().external,
  ),
];

const processMetrics: readonly Metric[] = [
  counterOf({ name: 'process_cpu_seconds_total', help: 'CPU time of the process.' }, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }),
  gauge(
    { name: 'process_start_time_seconds', help: 'When the process started, in seconds since 1970.' },
    () => performance.timeOrigin / 1000,
  ),
  gauge({ name: 'process_open_fds', help: 'Open file descriptors.' }, async () => {
    // Not on systems without /proc.
    const found = await readdir('/proc/self/fd').catch(() => undefined);
    return found ? found.length - 1 : [];
  }),
  gauge({ name: 'process_max_fds', help: 'Limit of open file descriptors.' }, async () => {
    const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? [] : Number(soft);
  }),
];
