import type { Visibility } from '@tribehall/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { api } from '../../lib/api/api.ts';
import { backOffMs, pause } from '../../lib/api/back-off.ts';
import { session, token } from '../../lib/api/session.ts';
import { live } from '../../lib/live/live.ts';
import { throttle } from '../../lib/live/throttle.ts';
import { storedText } from '../../lib/storage/stored-text.ts';
import { visibilityNames } from '../../lib/text/visibility-names.ts';
import { createUploadList, type UploadSnapshot } from './upload-list.ts';
import { discardUpload, sendFile } from './upload-transfer.ts';
import { readUnfinished, sendLocked, unfinishedUploadsQuery } from './uploads.queries.ts';

let uploaderId: string | undefined;

/** The uploads of this tab. They continue while the user visits other pages. */
export const uploads = createUploadList({
  prepare: async () => {
    const [{ maxFileBytes }, unfinished, { id }] = await Promise.all([
      api('GET /files/usage'),
      readUnfinished(),
      api('GET /users/me'),
    ]);
    uploaderId = id;
    return { maxFileBytes, unfinished };
  },
  send: (sending) => sendLocked(sending, sendFile),
  discard: (uploadId) => discardUpload(uploadId),
});

session.subscribe((cause) => {
  if (token.get() === null) uploads.forget();
  else if (cause === 'elsewhere' && !uploads.isEmpty()) uploads.holdFor(forgetOtherUsersUploads());
});

/** Another tab renewed the session, or someone else logged in there: nothing may be uploaded in their name. */
async function forgetOtherUsersUploads(): Promise<void> {
  for (let attempt = 0; token.get() !== null; attempt += 1) {
    try {
      const { id } = await api('GET /users/me');
      if (id !== uploaderId) uploads.forget();
      return;
    } catch {
      // A rejected token ends the session, and with it this loop.
      await pause(backOffMs(attempt), new AbortController().signal);
    }
  }
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

// Only while something would be lost: such a listener keeps the page out of the back/forward cache.
uploads.subscribe(() => {
  if (uploads.getSnapshot().totals.underWay > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

export function useUploads(): UploadSnapshot {
  return useSyncExternalStore(uploads.subscribe, uploads.getSnapshot);
}

const refreshEveryMs = 2000;

/** How many uploads had ended when the file list was last refreshed. */
let endedBefore = 0;

/** Refreshes the lists when uploads end, including those that ended while another page was open. */
export function useUploadsRefresh(onFilesChanged: () => Promise<void>): void {
  const queryClient = useQueryClient();
  const refreshFiles = useEffectEvent(onFilesChanged);
  useEffect(() => {
    const refresh = throttle(refreshEveryMs, async () => {
      // While connected, the live topic already reports each file; only the end needs a refresh.
      const isLive = live.getState() === 'live' && uploads.getSnapshot().totals.underWay > 0;
      const { queryKey } = unfinishedUploadsQuery;
      await Promise.all([isLive ? undefined : refreshFiles(), queryClient.invalidateQueries({ queryKey })]);
    });
    const check = () => {
      const { done, cancelled } = uploads.getSnapshot().totals;
      if (done + cancelled === endedBefore) return;
      endedBefore = done + cancelled;
      refresh();
    };
    check();
    return uploads.subscribe(check);
  }, [queryClient]);
}

/** Remembered for the next upload. */
export const uploadVisibility = storedText('files.uploadVisibility');

/** Private unless the user chose otherwise. */
export function readVisibility(text: string | null): Visibility {
  return text !== null && isVisibility(text) ? text : 'private';
}

function isVisibility(text: string): text is Visibility {
  return Object.hasOwn(visibilityNames, text);
}
