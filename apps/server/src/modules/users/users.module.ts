import type { Config } from '../../config.ts';
import { defineModule, type Module } from '../../module.ts';
import { machineDefaults } from '../../platform/machine.ts';
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts';
import { createFreshCache, type FreshCache } from '../../platform/fresh-cache.ts';
import { followAccounts } from '../sessions/session-cache.service.ts';
import { endSession } from '../sessions/sessions.service.ts';
import { endSessions, setDisabled } from './disabling.service.ts';
import { setFirstPassword } from './first-password.service.ts';
import { deviceAccount, deviceCookie } from './known-devices.service.ts';
import * as login from './login.service.ts';
import * as users from './users.service.ts';

export const usersModule = defineModule({
  name: 'users',
  state: createUsersState,
  topics: { 'users.me': { key: (caller) => caller.userId, snapshot: users.me } },
  jobs: [
    (ctx) => {
      const ready = users
        .addSkeletons(ctx)
        .catch((err: unknown) => ctx.log.warn({ err }, 'Usernames could not be prepared for the check of look-alikes'));
      return { ready, stop: () => ready };
    },
    (ctx) =>
      followAccounts(ctx, ({ userId, sessionId }) => {
        if (userId !== undefined) ctx.state.users.me.drop((_, key) => key === userId);
        else if (sessionId === undefined) ctx.state.users.me.drop();
      }),
  ],
  routes(mount) {
    mount('POST /users/login', async ({ ctx, body, peer, request, reply }) => {
      const session = await login.login(ctx, body, peer, request.headers.cookie);
      void reply.header('set-cookie', deviceCookie(ctx, deviceAccount(session.user)));
      return session;
    });
    mount('POST /users/logout', async ({ ctx, caller }) => {
      await endSession(ctx, caller.sessionId);
      return {};
    });
    mount('GET /users/me', ({ ctx, caller }) => users.readMe(ctx, caller.userId));
    mount('POST /users/me/password', ({ ctx, caller, body, peer }) => login.changePassword(ctx, caller, body, peer));
    mount('PUT /users/me/password', ({ ctx, caller, body }) => setFirstPassword(ctx, caller, body));
    mount('GET /users', ({ ctx, query }) => users.list(ctx, query));
    mount('PUT /users/{userId}/roles', ({ ctx, caller, params, body }) =>
      users.setRoles(ctx, caller, params.userId, body.roles),
    );
    mount('PUT /users/{userId}/disabled', ({ ctx, caller, params, body }) =>
      setDisabled(ctx, caller, params.userId, body.isDisabled),
    );
    mount('DELETE /users/{userId}/sessions', async ({ ctx, caller, params }) => ({
      ended: await endSessions(ctx, caller, params.userId),
    }));
    mount('DELETE /users/{userId}', async ({ ctx, caller, params }) => {
      await users.remove(ctx, caller, params.userId);
      return {};
    });
  },
});

type UsersState = {
  /** What users see of their own account, by user. */
  me: FreshCache<users.KnownMe>;
  /** Password hashing is expensive by design: bounded, so that a flood of logins does not block everything else. */
  hashing: Semaphore;
  onRemoval: NonNullable<Module['onUserRemoval']>[];
};

function createUsersState(_: Config, modules: readonly Module[]): UsersState {
  return {
    me: createFreshCache({ maxEntries: 5000, maxAgeMs: 900 }),
    // Two cores at most: any others stay free for everyone who is logged in already.
    hashing: createSemaphore({ parallel: machineDefaults.hashes, waiting: 24 }),
    onRemoval: modules.flatMap(({ onUserRemoval }) => onUserRemoval ?? []),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    users: UsersState;
  }
}
