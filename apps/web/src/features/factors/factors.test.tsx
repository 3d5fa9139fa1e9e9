import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { token } from '../../lib/api/session.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const webAuthn = vi.hoisted(() => ({
  startAuthentication: vi.fn<() => Promise<object>>(),
  startRegistration: vi.fn<() => Promise<object>>(),
}));
vi.mock('@simplewebauthn/browser', () => webAuthn);

const accessToken = 't1';
const me = { 'GET /users/me': { data: buildUser() } };
const session = { data: { accessToken, user: buildUser() } };
const codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const wrongCode = { fields: [{ field: 'code', message: 'This code is wrong.' }] };
const none = { totp: null, passkeys: [], recoveryCodes: 0, isRequired: false };
const passkey = { id: 'p1', name: '<b>Laptop</b>', createdAt: '2026-01-02T00:00:00Z', lastUsedAt: null };
const refusal = (factors: string[]) => ({
  status: 401,
  code: 'SECOND_FACTOR_REQUIRED',
  error: 'Confirm the login with your second factor.',
  details: { ticket: 'k1', factors },
});

describe('the second step of a login', () => {
  it('asks for a code, says at the field that it is wrong, and leads to the wanted page', async () => {
    let isRight = false;
    const portal = fakePortal({
      ...me,
      'POST /users/login': refusal(['totp']),
      'POST /users/login/factor': () =>
        isRight ? session : { status: 400, code: 'INVALID_CODE', error: 'This code is wrong.', details: wrongCode },
    });
    const { router, person } = renderApp('/login?email=a%40b.c&redirect=%2Faccount');
    await person.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    const field = await screen.findByLabelText('Code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Enter the code.')).toBeDefined();
    await person.type(field, '000000{Enter}');
    expect(await screen.findByText('This code is wrong.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    isRight = true;
    await person.clear(field);
    await person.type(field, '123 456{Enter}');
    await screen.findByRole('heading', { name: 'Account' });
    expect(portal.callsOf('POST /users/login/factor').at(-1)?.body).toEqual({ ticket: 'k1', code: '123 456' });
    expect(token.get()).toBe('t1');
    expect(router.state.location.pathname).toBe('/account');
  });

  it('goes back to the password where it took too long', async () => {
    const error = 'This login took too long. Please log in again.';
    fakePortal({
      'POST /users/login': refusal(['totp']),
      'POST /users/login/factor': { status: 404, code: 'NOT_FOUND', error },
    });
    const { person } = renderApp('/login?email=a%40b.c');
    await person.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    await person.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(error);
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Password')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes a passkey, or a recovery code in its place', async () => {
    webAuthn.startAuthentication.mockResolvedValueOnce({ id: 'c1', authenticatorAttachment: 'platform' });
    const portal = fakePortal({
      ...me,
      'POST /users/login': refusal(['passkey']),
      'POST /users/login/passkey/options': { data: { challenge: 'x' } },
      'POST /users/login/passkey': session,
    });
    const { person } = renderApp('/login?email=a%40b.c&redirect=%2Faccount');
    await person.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByLabelText('Recovery code')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await screen.findByRole('heading', { name: 'Account' });
    expect(portal.callsOf('POST /users/login/passkey/options')[0]?.body).toEqual({ ticket: 'k1' });
    expect(portal.callsOf('POST /users/login/passkey')[0]?.body).toEqual({ ticket: 'k1', credential: { id: 'c1' } });
  });
});

describe('a login by passkey alone', () => {
  it('says what to do where the browser used none', async () => {
    webAuthn.startAuthentication.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    fakePortal({ 'POST /users/login/passkey/options': { data: { challenge: 'x' } } });
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used. Please try again.');
  });
});

describe('the panel for two-step login', () => {
  it('sets up an authenticator app after the password is confirmed, and shows the recovery codes once', async () => {
    let isConfirmed = false;
    let factors: object = none;
    const portal = fakePortal({
      ...me,
      'GET /users/me/factors': () => ({ data: factors }),
      'POST /users/me/factors/totp': () =>
        isConfirmed
          ? { data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Tribehall:a?secret=ABCDEFGH' } }
          : { status: 403, code: 'CONFIRMATION_NEEDED', error: 'Please enter your password again.' },
      'POST /users/me/confirm': () => {
        isConfirmed = true;
        return { data: {} };
      },
      'PUT /users/me/factors/totp': () => {
        factors = { ...none, totp: { createdAt: '2026-01-02T00:00:00Z' }, recoveryCodes: 10 };
        return { data: { recoveryCodes: codes } };
      },
    });
    const { person } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
    const confirmation = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    await person.type(confirmation.getByLabelText('Password'), 'secret');
    await person.click(confirmation.getByRole('button', { name: 'Confirm' }));
    const setup = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
    expect(setup.getByText('ABCDEFGH')).toBeDefined();
    expect(setup.getByRole('img', { name: 'QR code of the key' })).toBeDefined();
    await person.type(setup.getByLabelText('Code'), '123456');
    await person.click(setup.getByRole('button', { name: 'Turn on' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    await person.click(shown.getByRole('button', { name: 'I saved them' }));
    expect(await screen.findByText(/10 codes are left/)).toBeDefined();
    expect(portal.callsOf('POST /users/me/confirm').map(({ body }) => body)).toEqual([{ password: 'secret' }]);
    expect(portal.callsOf('PUT /users/me/factors/totp').map(({ body }) => body)).toEqual([{ code: '123456' }]);
  });

  it('confirms with a code where there is an authenticator app', async () => {
    const portal = fakePortal({
      ...me,
      'GET /users/me/factors': { data: { ...none, totp: { createdAt: '2026-01-02T00:00:00Z' }, recoveryCodes: 3 } },
      'DELETE /users/me/factors/totp': { status: 403, code: 'CONFIRMATION_NEEDED', error: 'Again.' },
      'POST /users/me/confirm': { status: 400, code: 'INVALID_CODE', error: 'No.', details: wrongCode },
    });
    const { person } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Turn off the authenticator app' }));
    await person.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    await person.click(dialog.getByRole('button', { name: 'Use a code instead' }));
    await person.type(dialog.getByLabelText('Code from your authenticator app'), '123456');
    await person.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('This code is wrong.')).toBeDefined();
    expect(portal.callsOf('POST /users/me/confirm').map(({ body }) => body)).toEqual([{ code: '123456' }]);
  });

  it('adds, renames and removes passkeys, whose names are text', async () => {
    const response = { clientDataJSON: 'a', attestationObject: 'b', transports: ['internal'], publicKey: 'more' };
    webAuthn.startRegistration.mockResolvedValueOnce({ id: 'c1', rawId: 'c1', type: 'public-key', response });
    let passkeys: object[] = [];
    const portal = fakePortal({
      ...me,
      'GET /users/me/factors': () => ({ data: { ...none, passkeys, recoveryCodes: passkeys.length === 0 ? 0 : 10 } }),
      'POST /users/me/factors/passkeys/options': { data: { challenge: 'x' } },
      'POST /users/me/factors/passkeys': () => {
        passkeys = [passkey];
        return { data: { passkey, recoveryCodes: null } };
      },
      'PUT /users/me/factors/passkeys/{passkeyId}': () => {
        passkeys = [{ ...passkey, name: 'Phone' }];
        return { data: passkeys[0] };
      },
      'DELETE /users/me/factors/passkeys/{passkeyId}': {
        status: 409,
        code: 'CONFLICT',
        error: 'Your role needs two-step login.',
      },
    });
    const { person } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await person.type(await screen.findByLabelText('Name'), '<b>Laptop</b>{Enter}');
    expect(await screen.findByText('<b>Laptop</b>')).toBeDefined();
    expect(portal.callsOf('POST /users/me/factors/passkeys')[0]?.body).toEqual({
      name: '<b>Laptop</b>',
      credential: {
        id: 'c1',
        rawId: 'c1',
        type: 'public-key',
        response: { clientDataJSON: 'a', attestationObject: 'b', transports: ['internal'] },
      },
    });
    await person.click(screen.getByRole('button', { name: 'Rename <b>Laptop</b>' }));
    const name = await screen.findByLabelText('Name');
    await person.clear(name);
    await person.type(name, 'Phone{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Remove Phone' }));
    await person.click(await screen.findByRole('button', { name: 'Remove passkey' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your role needs two-step login.');
  });
});

describe('a role that needs a second factor', () => {
  it('does not open its pages, and every page leads to the setup', async () => {
    fakePortal({ 'GET /users/me': { data: buildUser({ roles: [1500], isSecondFactorMissing: true }) } });
    renderApp('/logs', { accessToken });
    await screen.findByRole('heading', { name: 'Forbidden' });
    const link = await screen.findByRole('link', { name: 'Set up two-step login' });
    expect(link.getAttribute('href')).toBe('/account#two-step');
  });
});

describe('the Owner', () => {
  it("resets someone's two-step login after a confirmation", async () => {
    const user = { ...buildUser({ id: 'u2', username: 'Nico' }), createdAt: '2026-01-02T00:00:00Z', disabledAt: null };
    const users = [{ ...user, sessions: 1, hasSecondFactor: true }];
    const portal = fakePortal({
      'GET /users/me': { data: buildUser({ roles: [1500] }) },
      'GET /users': { data: { users, total: 1, pageSize: 50 } },
      'DELETE /users/{userId}/factors': { data: {} },
    });
    const { person } = renderApp('/users', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'More for Nico' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Reset two-step login…' }));
    expect(portal.callsOf('DELETE /users/{userId}/factors')).toEqual([]);
    await person.click(await screen.findByRole('button', { name: 'Reset two-step login' }));
    expect(await screen.findByText('Two-step login of Nico reset.')).toBeDefined();
    expect(portal.callsOf('DELETE /users/{userId}/factors')[0]?.path).toBe('/users/u2/factors');
  });
});
