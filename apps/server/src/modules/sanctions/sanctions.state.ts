import type { MuteRow } from './mutes.store.ts';

export function createSanctionsState() {
  return {
    /** Every active mute, by player. */
    mutes: new Map<string, MuteRow[]>(),
    /** Servers where bans are being set in the background. */
    busy: new Set<string>(),
    /** How many bans of people are being set on each server. */
    urgent: new Map<string, number>(),
    /** Looks at once for what is to be done; replaced by the job. */
    wake: () => {},
    /** Compares the bans of servers that have just connected; replaced by the job. */
    alignSoon: (_serverIds: readonly string[]) => {},
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    sanctions: ReturnType<typeof createSanctionsState>;
  }
}
