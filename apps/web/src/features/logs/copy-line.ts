import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { visibleLines } from '../../lib/text/visible-text.ts';
import type { LogEntry } from './log-lines.ts';

/** As it is seen: what works in secret on the page would do so wherever it is pasted. */
export function lineText({ at, level, host, key, text }: LogEntry): string {
  return visibleLines(`${at} ${level.toUpperCase()} ${host} ${key} ${text}`);
}

export async function copyLine(entry: LogEntry): Promise<void> {
  try {
    await navigator.clipboard.writeText(lineText(entry));
    toastSuccess('Line copied.');
  } catch (cause) {
    toastError(new Error("Your browser doesn't allow copying here. Select the text instead.", { cause }));
  }
}
