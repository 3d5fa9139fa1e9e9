import { isOwnFile, downloadFile } from '../../lib/browser/download.ts';
import { tabMemory } from '../../lib/storage/tab-memory.ts';
import { followWork, type WorkProgress } from './follow-work.ts';
import type { Download } from './music.queries.ts';

export const failedText = 'Failed to download song';

/** Downloads started in this tab whose file has not been passed to the browser yet. */
export const awaited = tabMemory('music.awaitedDownloads');

export const kindNames = { audio: 'Audio', video: 'Video' } as const satisfies Record<Download['kind'], string>;

/** URL of the finished file, if there is one and it belongs to the portal. */
export function fileOf(progress: WorkProgress | undefined): string | undefined {
  const href = progress?.directDownloadHref;
  return href !== undefined && isOwnFile(href) ? href : undefined;
}

/** Saves the file once, in the tab that waits for it. Returns whether it did. */
export function saveAwaited(eventId: string, progress: WorkProgress | undefined): boolean {
  if (!awaited.has(eventId)) return false;
  awaited.remove(eventId);
  const href = fileOf(progress);
  if (href !== undefined) downloadFile(href);
  return href !== undefined;
}

/** The signed URL of a finished file expires soon: the state of the work contains a fresh one. */
export async function saveAgain(eventId: string): Promise<void> {
  const progress = await followWork(eventId, AbortSignal.timeout(30_000));
  const href = fileOf(progress);
  if (href === undefined) {
    throw new Error(progress?.error ?? 'This file is no longer available. Please download it again.');
  }
  downloadFile(href);
}
