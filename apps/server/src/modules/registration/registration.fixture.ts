import { roles } from '@tribehall/contract';
import type { RegistrationMode } from '@tribehall/contract/site/account-settings';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import type { TestApp } from '../../testing/test-app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Reply = {
  status: number;
  body: { data?: unknown; code?: string; error?: string; details?: { fields?: { field: string }[] } };
};

/** Calls of people who register, and of those who let them. */
export function createRegistration(app: TestApp) {
  let people = 0;
  const call = async (method: Method, path: string, payload?: object, user?: TestUser): Promise<Reply> => {
    const headers = user?.headers ?? {};
    const reply = await app.http.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() };
  };
  const newcomer = () => {
    people += 1;
    const username = `Newcomer ${people}`;
    return { email: `newcomer${people}@example.test`, username, password: testPassword };
  };
  return {
    call,
    newcomer,
    register: (more: object = {}) => call('POST', '/users/register', { ...newcomer(), ...more }),
    admin: () => createTestUser(app, { roles: [roles.Admin] }),
    owner: () => createTestUser(app, { roles: [roles.Owner] }),
    async setMode(registration: RegistrationMode, isDiscordSignUpOn = false): Promise<void> {
      const owner = await createTestUser(app, { roles: [roles.Owner] });
      await call('PUT', '/site/accounts', { registration, isDiscordSignUpOn, secondFactorFor: 'nobody' }, owner);
    },
    async invite(by: TestUser, more: object = {}): Promise<{ id: string; code: string }> {
      const body = { role: null, maxUses: 1, hours: 24, note: '', ...more };
      const reply = await call('POST', '/invitations', body, by);
      const { invitation, code } = reply.body.data as { invitation: { id: string }; code: string };
      return { id: invitation.id, code };
    },
  };
}
