import { createCache, type Cache } from '../../platform/cache.ts';
import type { Picture } from '../../platform/picture-type.ts';

/** The bot's last reply about a member, cached for a moment. */
export type KnownMember = { isMember: boolean | undefined; untilMs: number };

export type DiscordState = {
  members: Map<string, KnownMember>;
  /** When a guild list that could not be read may be tried again, by user. */
  failures: Map<string, number>;
  /** Single-flight: guild lists being read, by user. */
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
