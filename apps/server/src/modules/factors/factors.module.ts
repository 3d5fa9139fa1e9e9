import { portalOrigin } from '../../http/portal-origin.ts';
import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { deviceAccount, deviceCookie } from '../users/known-devices.service.ts';
import { listFactors, replaceRecoveryCodes, resetFactors } from './factors.service.ts';
import {
  addPasskey,
  creationOptions,
  removeEndedChallenges,
  removePasskey,
  renamePasskey,
} from './passkeys.service.ts';
import { confirmAgain, loginWithCode, loginWithPasskey, passkeyOptions } from './second-step.service.ts';
import { confirmTotp, removeTotp, startTotp } from './totp.service.ts';

const expiry = { everyMs: 60 * 60 * 1000, failure: 'Challenges for passkeys could not be removed' };

export const factorsModule = defineModule({
  name: 'factors',
  jobs: [(ctx) => repeat(ctx.log, expiry, () => removeEndedChallenges(ctx))],
  routes(mount, { config }) {
    mount('POST /users/login/factor', async ({ ctx, body, peer, request, reply }) => {
      const session = await loginWithCode(ctx, body, { peer, cookies: request.headers.cookie });
      void reply.header('set-cookie', deviceCookie(ctx, deviceAccount(session.user)));
      return session;
    });
    mount('POST /users/login/passkey/options', ({ ctx, body, peer, request }) =>
      passkeyOptions(ctx, body.ticket, { peer, cookies: request.headers.cookie }, portalOrigin(config, request)),
    );
    mount('POST /users/login/passkey', async ({ ctx, body, peer, request, reply }) => {
      const from = { peer, cookies: request.headers.cookie };
      const session = await loginWithPasskey(ctx, body, from, portalOrigin(config, request));
      void reply.header('set-cookie', deviceCookie(ctx, deviceAccount(session.user)));
      return session;
    });
    mount('POST /users/me/confirm', async ({ ctx, caller, body }) => {
      await confirmAgain(ctx, caller, body);
      return {};
    });
    mount('GET /users/me/factors', ({ ctx, caller }) => listFactors(ctx, caller.userId));
    mount('POST /users/me/factors/totp', ({ ctx, caller }) => startTotp(ctx, caller));
    mount('PUT /users/me/factors/totp', ({ ctx, caller, body }) => confirmTotp(ctx, caller, body.code));
    mount('DELETE /users/me/factors/totp', async ({ ctx, caller }) => {
      await removeTotp(ctx, caller);
      return {};
    });
    mount('POST /users/me/factors/recoveryCodes', async ({ ctx, caller }) => ({
      recoveryCodes: await replaceRecoveryCodes(ctx, caller),
    }));
    mount('POST /users/me/factors/passkeys/options', ({ ctx, caller, request }) =>
      creationOptions(ctx, caller, portalOrigin(config, request)),
    );
    mount('POST /users/me/factors/passkeys', ({ ctx, caller, body, request }) =>
      addPasskey(ctx, caller, body, portalOrigin(config, request)),
    );
    mount('PUT /users/me/factors/passkeys/{passkeyId}', ({ ctx, caller, params, body }) =>
      renamePasskey(ctx, caller, params.passkeyId, body.name),
    );
    mount('DELETE /users/me/factors/passkeys/{passkeyId}', async ({ ctx, caller, params }) => {
      await removePasskey(ctx, caller, params.passkeyId);
      return {};
    });
    mount('DELETE /users/{userId}/factors', async ({ ctx, caller, params }) => {
      await resetFactors(ctx, caller, params.userId);
      return {};
    });
  },
});
