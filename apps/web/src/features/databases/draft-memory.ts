import { session } from '../../lib/api/session.ts';

/** An unsaved text and the version that it was made from. */
export type Draft = { text: string; version: string };

/** Browsers keep about five million characters for a tab. */
export const maxDraftLength = 1_000_000;

const prefix = 'database-draft/';

/** The unsaved texts of one user in this tab: there again after a reload or a new login. */
export function draftMemory(userId: string, file: string, guildId: string | undefined) {
  const key = `${prefix}${JSON.stringify([userId, file, guildId ?? null])}`;
  return {
    get: (): Draft | undefined => parse(attempt(() => sessionStorage.getItem(key)) ?? ''),
    /** Answers whether there was room. */
    keep: ({ text, version }: Draft): boolean => {
      const isKept =
        text.length <= maxDraftLength &&
        attempt(() => (sessionStorage.setItem(key, JSON.stringify({ text, version })), true)) === true;
      // An older text would only mislead.
      if (!isKept) attempt(() => sessionStorage.removeItem(key));
      return isKept;
    },
    forget: () => attempt(() => sessionStorage.removeItem(key)),
  };
}

export type DraftMemory = ReturnType<typeof draftMemory>;

function parse(stored: string): Draft | undefined {
  const value: unknown = attempt(() => JSON.parse(stored));
  if (typeof value !== 'object' || value === null || !('text' in value) || !('version' in value)) return undefined;
  return typeof value.text === 'string' && typeof value.version === 'string'
    ? { text: value.text, version: value.version }
    : undefined;
}

/** Storage can be blocked or full. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

// Who logs out leaves nothing behind for the next person at this browser; a login that ran out comes back.
session.subscribe((cause) => {
  if (cause !== 'logout') return;
  attempt(() => {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) sessionStorage.removeItem(key);
  });
});
