import { api } from '../../lib/api/api.ts';
import { backOffMs, pause } from '../../lib/api/back-off.ts';
import { session, token } from '../../lib/api/session.ts';
import { createUploadList } from './upload-list.ts';
import { sendHeld } from './upload-holds.ts';
import { readUnfinished } from './uploads.queries.ts';
import { discardUpload, sendFile } from './upload-transfer.ts';

let uploaderId: string | undefined;

/** The uploads of this tab. They go on while the user looks at other pages. */
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
  send: (sending) => sendHeld(sending, sendFile),
  discard: discardUpload,
});

session.subscribe((cause) => {
  if (token.get() === null) uploads.forget();
  else if (cause === 'elsewhere' && !uploads.isEmpty()) uploads.holdFor(forgetOthers());
});

/** Another tab has renewed the login, or someone else has logged in there: nothing may go on in their name. */
async function forgetOthers(): Promise<void> {
  for (let attempt = 0; token.get() !== null; attempt += 1) {
    try {
      const { id } = await api('GET /users/me');
      if (id !== uploaderId) uploads.forget();
      return;
    } catch {
      // A login that is refused ends by itself.
      await pause(backOffMs(attempt), new AbortController().signal);
    }
  }
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

// Only while something would be lost: with such a listener, browsers do not keep the page for going back.
uploads.subscribe(() => {
  if (uploads.getSnapshot().totals.underWay > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});
