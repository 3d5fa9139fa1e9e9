/** How far back the chart looks, by the name in the URL. */
export const chartRanges = {
  '1h': { label: '1 h', hours: 1 },
  '24h': { label: '24 h', hours: 24 },
  '7d': { label: '7 d', hours: 7 * 24 },
  '30d': { label: '30 d', hours: 30 * 24 },
} as const;

export type ChartRange = keyof typeof chartRanges;

export function readChartRange(text: string | undefined): ChartRange {
  return text !== undefined && Object.hasOwn(chartRanges, text) ? (text as ChartRange) : '24h';
}
