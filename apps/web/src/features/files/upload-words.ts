import { formatBytes, formatLength } from '../../lib/text/format.ts';
import { quoted } from '../../lib/text/visible-text.ts';
import type { UploadRow } from './upload-item.ts';
import type { UploadTotals } from './upload-totals.ts';

/** How far all of them are. */
export function progressText({ files, done, failed, cancelled, underWay }: UploadTotals): string {
  const uploaded =
    underWay > 0 ? `${count(done)} of ${plural(files, 'file')} uploaded` : `${plural(done, 'file')} uploaded`;
  return [uploaded, failed > 0 && `${count(failed)} failed`, cancelled > 0 && `${count(cancelled)} cancelled`]
    .filter((part) => part !== false)
    .join(', ');
}

/** How much, how fast and how long; only while something is under way. */
export function paceText({ sent, bytes, bytesPerSecond, secondsLeft, underWay }: UploadTotals): string {
  if (underWay === 0) return '';
  const amount = `${formatBytes(sent)} of ${formatBytes(bytes)}`;
  if (secondsLeft === undefined) return amount;
  return `${amount} · ${formatBytes(bytesPerSecond)}/s · ${formatLength(secondsLeft)} left`;
}

/** What is worth hearing: that it began, what failed, and how it ended. */
export function resultText(rows: readonly UploadRow[], totals: UploadTotals): string {
  const { files, failed, underWay } = totals;
  if (rows.length === 0) return '';
  if (underWay > 0) return `Uploading ${plural(files, 'file')}.${failed > 0 ? ` ${count(failed)} failed.` : ''}`;
  const [only] = rows;
  if (rows.length === 1 && only?.state === 'done') return `${quoted(only.name)} uploaded.`;
  return `${progressText(totals)}.`;
}

function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function count(number: number): string {
  return number.toLocaleString();
}
