import type { Config } from '../../config.ts';
import { collect, defineModule, type Module } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { removeEnded } from './attempts.service.ts';
import { removeEndedTickets } from './login-tickets.service.ts';
import { accountRights, checkedRights, type RightChecks } from './rights.service.ts';
import { createSessionCache, startChecking } from './session-cache.service.ts';
import { startWritingUses, type SessionUse } from './session-uses.service.ts';
import { removeExpired, type Credentials } from './sessions.service.ts';

const expiry = { everyMs: 60 * 60 * 1000, failure: 'Expired sessions could not be removed' };

export const sessionsModule = defineModule({
  name: 'sessions',
  state: createSessionsState,
  rights: accountRights,
  jobs: [
    startChecking,
    startWritingUses,
    (ctx) =>
      repeat(ctx.log, expiry, () => Promise.all([removeExpired(ctx), removeEnded(ctx), removeEndedTickets(ctx)])),
  ],
});

type SessionsState = {
  /** The checks of all rights, declared by the modules. */
  rights: RightChecks;
  cache: ReturnType<typeof createSessionCache>;
  /** How others than sessions authenticate, declared by a module. */
  credentials: Credentials | undefined;
  /** Uses that are not written yet, by session. */
  uses: Map<string, SessionUse>;
};

function createSessionsState(_: Config, modules: readonly Module[]): SessionsState {
  const declared = modules.map(({ rights }) => rights);
  const [credentials, second] = modules.flatMap((module) => module.credentials ?? []);
  if (second) throw new Error('Two modules declare credentials');
  const rights = collect<RightChecks>(checkedRights, declared);
  return { rights, cache: createSessionCache(), credentials, uses: new Map() };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    sessions: SessionsState;
  }
}
