import { isOwnFile, downloadFile } from '../../lib/browser/download.ts';
import { tabMemory } from '../../lib/storage/tab-memory.ts';
import { followWork, type WorkProgress } from './follow-work.ts';
import type { Download } from './music.queries.ts';

export const failedText = 'Failed to download song';

/** Downloads begun in this tab whose file has not been handed to the browser yet. */
export const awaited = tabMemory('music.awaitedDownloads');

export const kindNames = { audio: 'Audio', video: 'Video' } as const satisfies Record<Download['kind'], string>;

/** Where the finished file is, if the portal has one and it is the portal's own. */
export function fileOf(progress: WorkProgress | undefined): string | undefined {
  const href = progress?.directDownloadHref;
  return href !== undefined && isOwnFile(href) ? href : undefined;
}

/** Saves the file where this tab is the one that waits for it, and once. Answers whether it did. */
export function saveAwaited(eventId: string, progress: WorkProgress | undefined): boolean {
  if (!awaited.has(eventId)) return false;
  awaited.remove(eventId);
  const href = fileOf(progress);
  if (href !== undefined) downloadFile(href);
  return href !== undefined;
}

/** The link to a finished file holds for a short while: a new one comes with the state of the work. */
export async function saveAgain(eventId: string): Promise<void> {
  const progress = await followWork(eventId, AbortSignal.timeout(30_000));
  const href = fileOf(progress);
  if (href === undefined) {
    throw new Error(progress?.error ?? 'The file is not there any more. Please download it again.');
  }
  downloadFile(href);
}
