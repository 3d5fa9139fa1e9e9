import { session } from '../../lib/api/session.ts';

/** An unsaved text and the version it is based on. */
export type Draft = { text: string; version: string };

/** Session storage holds about five million characters. */
export const maxDraftLength = 1_000_000;

const prefix = 'database-draft/';

/** A user's unsaved texts in this tab; they survive a reload and a new login. */
export function draftMemory(userId: string, file: string, guildId: string | undefined) {
  const key = `${prefix}${JSON.stringify([userId, file, guildId ?? null])}`;
  return {
    get: (): Draft | undefined => parse(attempt(() => sessionStorage.getItem(key)) ?? ''),
    /** Returns whether it could be stored. */
    store: ({ text, version }: Draft): boolean => {
      const isStored =
        text.length <= maxDraftLength &&
        attempt(() => (sessionStorage.setItem(key, JSON.stringify({ text, version })), true)) === true;
      // An older draft would be misleading.
      if (!isStored) attempt(() => sessionStorage.removeItem(key));
      return isStored;
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

// A logout removes all drafts; an expired session keeps them for the next login.
session.subscribe((cause) => {
  if (cause !== 'logout') return;
  attempt(() => {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) sessionStorage.removeItem(key);
  });
});
