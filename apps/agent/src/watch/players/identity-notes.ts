import type { Outbox } from '../../outbox/outbox.ts';
import type { LearnedIdentity } from '../../saves/reader/survivors.ts';

/** What was learned from the log and the chat; it survives a restart. */
export type IdentityMemory = {
  recall(about: LearnedAbout, playerId: string): string | undefined;
  store(about: LearnedAbout, playerId: string, value: string): void;
};

export type LearnedAbout = keyof typeof keys;

const keys = { arkId: 'ark', survivor: 'survivor', platformName: 'platform' } as const;

type Notes = Pick<Outbox, 'note' | 'notes' | 'append'>;

export function createIdentityMemory(notes: Notes): IdentityMemory {
  return {
    recall: (about, playerId) => notes.note(`${keys[about]} ${playerId}`)?.value,
    store: (about, playerId, value) => notes.append([], { notes: { [`${keys[about]} ${playerId}`]: value } }),
  };
}

/** Everything that was learned, one entry for each player. */
export function readLearned(notes: Notes): LearnedIdentity[] {
  const learned = new Map<string, LearnedIdentity>();
  for (const [about, key] of Object.entries(keys)) {
    for (const { key: noteKey, value, atMs } of notes.notes(`${key} `)) {
      const playerId = noteKey.slice(key.length + 1);
      const known = learned.get(playerId);
      learned.set(playerId, { ...known, playerId, [about]: value, atMs: Math.max(atMs, known?.atMs ?? 0) });
    }
  }
  return [...learned.values()];
}
