import { describe, expect, it } from 'vitest';
import { buildSample } from '../../testing/music.ts';
import { runsOf, summarizeRuns, withSample } from './host-samples.ts';

const at = (time: string) => `2026-01-02T03:${time}.000Z`;

const run = (...values: number[]) => [values.map((value, index) => ({ at: index, value }))];

describe('the samples of a chart', () => {
  it('let go of what is older than ten minutes, and of what came again', () => {
    const samples = ['00:00', '05:00', '09:00'].map((time) => buildSample(at(time)));
    const next = withSample(withSample(samples, buildSample(at('10:30'))), buildSample(at('10:30')));
    expect(next.map((sample) => sample.at)).toEqual([at('05:00'), at('09:00'), at('10:30')]);
  });

  it('start a new run after a gap in the measurements', () => {
    const samples = [
      buildSample(at('00:00'), { temp: 50 }),
      buildSample(at('00:05'), { temp: null }),
      buildSample(at('00:10'), { temp: 51 }),
      buildSample(at('00:15'), { temp: 52 }),
      buildSample(at('02:00'), { temp: 53 }),
    ];
    expect(runsOf(samples, 'temp').map((run) => run.map(({ value }) => value))).toEqual([[50], [51, 52], [53]]);
    expect(runsOf(samples, 'cpuUsage')).toHaveLength(2);
  });

  it('are described in words', () => {
    expect(summarizeRuns(run(3.2, 40.6, 13), '%')).toBe('Between 3 and 41 % in the last 10 minutes, 19 on average.');
    expect(summarizeRuns(run(7, 7.2), '%')).toBe('7 % in the last 10 minutes.');
    expect(summarizeRuns(run(7), '%')).toBe('Not enough measurements yet.');
  });
});
