import { createCache, type Cache } from '../../platform/cache.ts';
import type { Picture } from '../../platform/picture-type.ts';

/** What the bot said of a member, for a moment. */
export type KnownMember = { isMember: boolean | undefined; untilMs: number };

export type DiscordState = {
  members: Map<string, KnownMember>;
  /** Guild lists that could not be read, by user: until when they are not asked for again. */
  failures: Map<string, number>;
  /** Single-flight: guild lists that are being read, by user. */
  guildReads: Map<string, Promise<string[]>>;
  icons: Cache<Picture>;
};

export function createDiscordState(): DiscordState {
  return {
    members: new Map(),
    failures: new Map(),
    guildReads: new Map(),
    icons: createCache({ ttlMs: 60 * 60 * 1000, maxEntries: 200 }),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    discord: DiscordState;
  }
}
