import { defineModule } from '../../module.ts';
import { deviceAccount, deviceCookie } from '../users/known-devices.service.ts';
import * as approval from './approval.service.ts';
import * as invitations from './invitations.service.ts';
import { register } from './register.service.ts';

/** Who may create an account: invitations, approval, and the registration itself. */
export const registrationModule = defineModule({
  name: 'registration',
  topics: { registrations: { snapshot: approval.countWaiting } },
  onUserRemoval: () => Promise.resolve(approval.publishRegistrations),
  routes(mount) {
    mount('POST /users/register', async ({ ctx, body, peer, reply }) => {
      const session = await register(ctx, body, peer);
      void reply.header('set-cookie', deviceCookie(ctx, deviceAccount(session.user)));
      return session;
    });
    mount('GET /invitations', ({ ctx }) => invitations.list(ctx));
    mount('POST /invitations', ({ ctx, caller, body }) => invitations.create(ctx, caller, body));
    mount('DELETE /invitations/{id}', async ({ ctx, caller, params }) => {
      await invitations.revoke(ctx, caller, params.id);
      return {};
    });
    mount('GET /registrations', ({ ctx }) => approval.listWaiting(ctx));
    mount('DELETE /registrations/{id}', async ({ ctx, caller, params }) => {
      await approval.decline(ctx, caller, params.id);
      return {};
    });
  },
});
