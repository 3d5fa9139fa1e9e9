import { createTestUser } from '../../testing/test-users.ts';
import { app, ask, post, type Recorded } from './audit-coverage.fixture.ts';

async function newInvitation(): Promise<string> {
  const { invitation } = await post('POST /invitations', { role: null, maxUses: 1, hours: 1, note: 'For Ann' });
  return (invitation as { id: string }).id;
}

async function newWaiting(): Promise<string> {
  const { id } = await createTestUser(app);
  await app.ctx.db.execute(`update users set waiting_since = now() where id = '${id}'`);
  return id;
}

/** Calls about who may create an account, and the action of the entry that each leaves. */
export const recordedRegistrations: Recorded = {
  'POST /invitations': ['invitations.create', newInvitation],
  'DELETE /invitations/{id}': [
    'invitations.revoke',
    async () => ask('DELETE /invitations/{id}', `/invitations/${await newInvitation()}`),
  ],
  'POST /registrations/{id}/approve': [
    'users.approve',
    async () => post('POST /registrations/{id}/approve', {}, `/registrations/${await newWaiting()}/approve`),
  ],
  'DELETE /registrations/{id}': [
    'users.decline',
    async () => ask('DELETE /registrations/{id}', `/registrations/${await newWaiting()}`),
  ],
  'PUT /users/me/password': [
    'users.password',
    async () => {
      const user = await createTestUser(app);
      await app.ctx.db.execute(`update users set password_hash = null where id = '${user.id}'`);
      const payload = { newPassword: 'another horse battery' };
      await ask('PUT /users/me/password', '/users/me/password', { payload, user });
    },
  ],
};
