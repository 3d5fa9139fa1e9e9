import type { ReliefFacts } from './use-relief.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

const minPercent = 0.1;

/** What the relief is made of, next to its switch. */
export function factsText({ sampleCount, share, range, step, hasWater }: ReliefFacts): string {
  if (sampleCount === 0) return 'Too few samples yet. They accumulate with every save.';
  const parts = [
    ...(share === undefined ? [] : [`${percentOf(share)} of the map`]),
    `contours every ${step} m over ${Math.round(range)} m`,
    ...(hasWater ? ['blue where only swimmers were seen'] : []),
    'blank where too little is known',
  ];
  return parts.join(' · ');
}

/** For those who cannot see it. */
export function summaryText({ sampleCount, share, range }: ReliefFacts): string {
  if (sampleCount === 0) return '';
  const where = share === undefined ? 'part of the map' : `${percentOf(share)} of the map`;
  return `Relief from ${formatCount(sampleCount)} samples in saves covers ${where}, over ${Math.round(range)} metres of height. `;
}

function percentOf(share: number): string {
  const percent = share * 100;
  if (percent < minPercent) return 'less than 0.1 %';
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
