import type { MuteRow } from './mutes.store.ts';

export function createSanctionsState() {
  return {
    /** Every active mute. */
    mutes: [] as MuteRow[],
    /** Servers where bans are being set in the background. */
    busy: new Set<string>(),
    /** Looks at once for what is to be done; replaced by the job. */
    wake: () => {},
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    sanctions: ReturnType<typeof createSanctionsState>;
  }
}
