import { toUser } from '../model/people.ts';
import { refuseStatus } from './discord-error.ts';
import type { Routes } from './route.ts';

export const tokenRoutes: Routes = {
  'GET /oauth2/@me': {
    who: 'person',
    handle: ({ scene, caller }) => {
      if (caller.kind !== 'person') throw refuseStatus(401, 'Unauthorized');
      const { id, name } = scene.application;
      const { scopes, expiresAt } = caller.grant;
      return {
        application: { id, name, icon: null, description: '', bot_public: false, bot_require_code_grant: false },
        scopes,
        expires: new Date(expiresAt).toISOString(),
        ...(scopes.includes('identify') ? { user: toUser(caller.person) } : {}),
      };
    },
  },
};
