import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { createAuthenticator, createFactorCalls } from '../factors/factors.fixture.ts';
import { app, ask, post, type Recorded } from './audit-coverage.fixture.ts';

const { enrol } = createFactorCalls(app);

async function withApp(): Promise<TestUser> {
  const user = await createTestUser(app);
  await enrol(user);
  return user;
}

async function addPasskey(user: TestUser): Promise<string> {
  const key = 'POST /users/me/factors/passkeys/options';
  const options = await ask(key, '/users/me/factors/passkeys/options', { user });
  const payload = { name: 'Laptop', credential: createAuthenticator().create(options) };
  const added = await ask('POST /users/me/factors/passkeys', '/users/me/factors/passkeys', { user, payload });
  return `/users/me/factors/passkeys/${(added['passkey'] as { id: string }).id}`;
}

/** Calls about second factors, and the action of the entry that each leaves. */
export const recordedOfFactors: Recorded = {
  'PUT /users/me/factors/totp': ['factors.totp', withApp],
  'DELETE /users/me/factors/totp': [
    'factors.totpOff',
    async () => ask('DELETE /users/me/factors/totp', '/users/me/factors/totp', { user: await withApp() }),
  ],
  'POST /users/me/factors/recoveryCodes': [
    'factors.recoveryCodes',
    async () =>
      ask('POST /users/me/factors/recoveryCodes', '/users/me/factors/recoveryCodes', { user: await withApp() }),
  ],
  'POST /users/me/factors/passkeys': ['factors.passkey', async () => addPasskey(await createTestUser(app))],
  'PUT /users/me/factors/passkeys/{passkeyId}': [
    'factors.passkeyName',
    async () => {
      const user = await createTestUser(app);
      const payload = { name: 'Phone' };
      await ask('PUT /users/me/factors/passkeys/{passkeyId}', await addPasskey(user), { user, payload });
    },
  ],
  'DELETE /users/me/factors/passkeys/{passkeyId}': [
    'factors.passkeyRemove',
    async () => {
      const user = await createTestUser(app);
      await ask('DELETE /users/me/factors/passkeys/{passkeyId}', await addPasskey(user), { user });
    },
  ],
  'DELETE /users/{userId}/factors': [
    'factors.reset',
    async () => {
      const { id } = await withApp();
      await post('DELETE /users/{userId}/factors', {}, `/users/${id}/factors`);
    },
  ],
};
