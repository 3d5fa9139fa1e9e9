import { describe, expect, it } from 'vitest';
import { parseExposition } from './exposition.fixture.ts';
import { installed, runPromtool } from '../../testing/test-servers.ts';
import { createCounter, createHistogram, gauge } from './metric.ts';
import { createRegistry } from './registry.ts';

const noFailure = (name: string, error: unknown) => {
  throw new Error(`${name} failed: ${String(error)}`);
};

describe('metrics', () => {
  it('are written in the format of Prometheus', async () => {
    const registry = createRegistry();
    const counter = createCounter({ name: 'calls_total', help: 'Calls.\nAll \\ of them.' });
    counter.series({ who: 'a' }).value += 2;
    counter.series({ who: 'a' }).value += 1;
    const histogram = createHistogram({ name: 'took_seconds', help: 'Durations.', bounds: [0.1, 1] });
    for (const seconds of [0.05, 0.1, 0.5, 7]) histogram.series({}).observe(seconds);
    registry.add([counter, histogram, gauge({ name: 'now', help: 'Now.' }, () => Promise.resolve(1.5))]);
    expect(await registry.write(noFailure)).toBe(
      [
        '# HELP calls_total Calls.\\nAll \\\\ of them.',
        '# TYPE calls_total counter',
        'calls_total{who="a"} 3',
        '# HELP took_seconds Durations.',
        '# TYPE took_seconds histogram',
        'took_seconds_bucket{le="0.1"} 2',
        'took_seconds_bucket{le="1"} 3',
        'took_seconds_bucket{le="+Inf"} 4',
        'took_seconds_sum 7.65',
        'took_seconds_count 4',
        '# HELP now Now.',
        '# TYPE now gauge',
        'now 1.5',
        '',
      ].join('\n'),
    );
  });

  it('keep hostile label values inside their quotes', async () => {
    const registry = createRegistry();
    const hostile = ['"} 1\nevil_total 666\n# ', '\\', '\\"', '\u0000\r\u2028🦖', 'a"b\\n', '\uD800'];
    const counter = createCounter({ name: 'seen_total', help: 'Seen.' });
    for (const name of hostile) counter.series({ name }).value += 1;
    registry.add([counter]);
    const text = Buffer.from(await registry.write(noFailure)).toString('utf8');
    const found = parseExposition(text);
    expect([...found.keys()]).toEqual(['seen_total']);
    expect(found.get('seen_total')?.samples.size).toBe(hostile.length);
    if (!installed.promtool) return;
    expect(runPromtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
  });

  it('stay bounded, whatever the labels come from', async () => {
    const registry = createRegistry();
    const counter = createCounter({ name: 'many_total', help: 'Many.' });
    for (let n = 0; n < 20_000; n += 1) counter.series({ a: String(n), b: 'x' }).value += 1;
    registry.add([counter]);
    const samples = parseExposition(await registry.write(noFailure)).get('many_total')?.samples;
    expect(samples?.size).toBeLessThanOrEqual(5_001);
    expect(samples?.get('many_total{a="other",b="other"}')).toBe(15_000);
  });

  it('are there without the one that fails, or hangs', async () => {
    const registry = createRegistry();
    const failed: string[] = [];
    registry.add([
      gauge({ name: 'broken', help: 'Fails.' }, () => Promise.reject(new Error('away'))),
      gauge({ name: 'silent', help: 'Hangs.' }, () => new Promise<number>(() => {})),
      gauge({ name: 'fine', help: 'Works.' }, () => 1),
    ]);
    const text = await registry.write((name) => failed.push(name));
    expect([...parseExposition(text).keys()]).toEqual(['fine']);
    expect(failed.toSorted()).toEqual(['broken', 'silent']);
  });

  it('cannot be declared twice', () => {
    const registry = createRegistry();
    registry.add([gauge({ name: 'one', help: 'One.' }, () => 1)]);
    expect(() => registry.add([gauge({ name: 'one', help: 'One.' }, () => 2)])).toThrow('one is declared twice');
  });
});
