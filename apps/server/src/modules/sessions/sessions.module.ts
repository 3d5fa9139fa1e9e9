import type { Config } from '../../config.ts';
import { collect, defineModule, type Module } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { removeEnded } from './attempts.service.ts';
import { removeEndedTickets } from './login-tickets.service.ts';
import { accountRights, checkedRights, type RightChecks } from './rights.service.ts';
import { createSessionCache, startChecking } from './session-cache.service.ts';
import { removeExpired } from './sessions.service.ts';

const expiry = { everyMs: 60 * 60 * 1000, failure: 'Expired sessions could not be removed' };

export const sessionsModule = defineModule({
  name: 'sessions',
  state: createSessionsState,
  rights: accountRights,
  jobs: [
    startChecking,
    (ctx) =>
      repeat(ctx.log, expiry, () => Promise.all([removeExpired(ctx), removeEnded(ctx), removeEndedTickets(ctx)])),
  ],
});

type SessionsState = {
  /** The checks of all rights, declared by the modules. */
  rights: RightChecks;
  cache: ReturnType<typeof createSessionCache>;
};

function createSessionsState(_: Config, modules: readonly Module[]): SessionsState {
  const declared = modules.map(({ rights }) => rights);
  return { rights: collect<RightChecks>(checkedRights, declared), cache: createSessionCache() };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    sessions: SessionsState;
  }
}
