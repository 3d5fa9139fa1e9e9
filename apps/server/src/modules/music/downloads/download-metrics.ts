import { counterOf, gauge, type Metric } from '../../../platform/metrics/metric.ts';
import type { DownloadRuns } from './download-runs.ts';

export function downloadMetrics(downloads: DownloadRuns): Metric[] {
  return [
    gauge({ name: 'tribehall_downloads', help: 'Downloads of songs by state.' }, () => {
      const { running, waiting } = downloads.counts();
      return [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
      ];
    }),
    counterOf({ name: 'tribehall_downloads_total', help: 'Downloads of songs that have ended, by outcome.' }, () =>
      Object.entries(downloads.counts().outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ),
  ];
}
