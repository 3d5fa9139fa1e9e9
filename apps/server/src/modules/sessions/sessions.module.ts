import type { Config } from '../../config.ts';
import { collect, defineModule, type Module } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { removeEnded } from './attempts.service.ts';
import { accountRights, checkedRights, type RightChecks } from './rights.service.ts';
import { removeExpired } from './sessions.service.ts';

const expiry = { everyMs: 60 * 60 * 1000, failure: 'Expired sessions could not be removed' };

export const sessionsModule = defineModule({
  name: 'sessions',
  state: createSessionsState,
  rights: accountRights,
  jobs: [(ctx) => repeat(ctx.log, expiry, () => Promise.all([removeExpired(ctx), removeEnded(ctx)]))],
});

/** The checks of all rights, declared by the modules. */
function createSessionsState(_: Config, modules: readonly Module[]): { rights: RightChecks } {
  const declared = modules.map(({ rights }) => rights);
  return { rights: collect<RightChecks>(checkedRights, declared) };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    sessions: ReturnType<typeof createSessionsState>;
  }
}
