import { roles } from '@tribehall/contract/roles';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { token } from '../lib/api/session.ts';
import { buildServer } from '../testing/ark.ts';
import { fakePortal, openedStream } from '../testing/fake-portal.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildUser } from '../testing/users.ts';

const loggedIn = (changes: Parameters<typeof buildUser>[0] = {}) =>
  fakePortal({ 'GET /users/me': { data: buildUser(changes) } });
const accessToken = 't1';

/** Another tab writes the token; this one hears of it. */
function changeElsewhere(value: string | null) {
  if (value === null) localStorage.removeItem('token');
  else localStorage.setItem('token', value);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: value }));
}

describe('guards', () => {
  it.each(['/account', '/arkbot/servers', '/users?search=a%26b', '/logs', '/skibapbot/music'])(
    'send an anonymous visitor of %s to the login and remember the way',
    async (path) => {
      fakePortal();
      const { router } = renderApp(path);
      await screen.findByRole('button', { name: 'Log In' });
      expect(router.state.location).toMatchObject({ pathname: '/login', search: { redirect: path } });
    },
  );

  it.each(['/files', '/logs', '/terminal', '/blokkensolver', '/databases', '/databases/a/b', '/users', '/audit'])(
    'show Forbidden at %s to someone without a role',
    async (path) => {
      loggedIn();
      renderApp(path, { accessToken });
      expect(await screen.findByText(`You do not have sufficient permissions to view ${path}.`)).toBeDefined();
    },
  );

  it.each([
    ['/login', '/'],
    ['/login?redirect=%2Faccount%3Fdiscord%3Dlinked', '/account?discord=linked'],
    ['/login?redirect=https%3A%2F%2Fevil.test', '/'],
  ])('send someone who is logged in from %s to %s', async (path, target) => {
    loggedIn();
    const { router } = renderApp(path, { accessToken });
    await waitFor(() => expect(router.state.location.href).toBe(target));
    expect(screen.queryByRole('button', { name: 'Log In' })).toBeNull();
  });

  it('open a page by themselves once the right has come', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const reply = { data: buildUser() };
    fakePortal({ 'GET /users/me': () => reply });
    renderApp('/files', { accessToken });
    await screen.findByText('You do not have sufficient permissions to view /files.');
    reply.data = buildUser({ roles: [roles.Admin] });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await screen.findByRole('heading', { name: 'Files' })).toBeDefined();
  });

  it('hide owner pages from Admins and open the files', async () => {
    loggedIn({ roles: [roles.Admin] });
    const { router } = renderApp('/databases', { accessToken });
    await screen.findByText('You do not have sufficient permissions to view /databases.');
    await router.navigate({ to: '/files' });
    expect(await screen.findByRole('heading', { name: 'Files' })).toBeDefined();
  });

  it('ask for Discord on the bot pages', async () => {
    loggedIn();
    renderApp('/skibapbot', { accessToken });
    await screen.findByText('Discord is not linked.');
    expect(screen.getByRole('link', { name: 'To account' }).getAttribute('href')).toBe('/account');
  });

  it('refuse the bot pages outside of the guild and open them inside', async () => {
    const connections = { discord: { username: 'mira', guilds: [] } };
    loggedIn({ connections });
    const { queryClient } = renderApp('/skibapbot', { accessToken });
    await screen.findByText('You do not have sufficient permissions to view /skibapbot.');
    queryClient.setQueryData(['users', 'me'], buildUser({ connections, isGuildMember: true }));
    expect(await screen.findByRole('heading', { name: 'Bot Dashboard' })).toBeDefined();
  });

  it('close the bot pages when the user leaves the guild, even without a live message', async () => {
    const connections = { discord: { username: 'mira', guilds: [] } };
    const member = buildUser({ connections, isGuildMember: true });
    const stranger = buildUser({ connections });
    const portal = fakePortal({ 'GET /users/me': { data: member } });
    const { router } = renderApp('/skibapbot', { accessToken });
    await screen.findByRole('heading', { name: 'Bot Dashboard' });
    portal.push({ topic: 'users.me', event: 'changed', data: stranger });
    await screen.findByText('You do not have sufficient permissions to view /skibapbot.');
    portal.push({ topic: 'users.me', event: 'changed', data: member });
    await screen.findByRole('heading', { name: 'Bot Dashboard' });
    fakePortal({
      'GET /users/me': { data: buildUser() },
      'GET /skibapbot/music/queue': { status: 403, code: 'DISCORD_UNLINKED', error: 'Discord is not linked.' },
    });
    await router.navigate({ to: '/skibapbot/music' });
    expect(await screen.findByRole('heading', { name: 'Ski Bap Bot' })).toBeDefined();
  });

  it('close the bot pages when the user had left the guild before there was a live stream', async () => {
    const connections = { discord: { username: 'mira', guilds: [] } };
    const me = [buildUser({ connections, isGuildMember: true }), buildUser({ connections })];
    const asked: string[] = [];
    fakePortal({
      'GET /users/me': () => ({ data: me.length > 1 ? me.shift() : me[0] }),
      'GET /events': ({ search }) => {
        const topics = search.get('topics') ?? '';
        asked.push(topics);
        return topics.includes('music') ? { status: 403, code: 'FORBIDDEN', error: 'No.' } : openedStream().response;
      },
    });
    renderApp('/skibapbot/music', { accessToken });
    expect(await screen.findByText('You do not have sufficient permissions to view /skibapbot/music.')).toBeDefined();
    await waitFor(() => expect(asked.at(-1)).not.toContain('music'));
    expect(asked.at(-1)).toContain('users.me');
  });

  it('leave file details open', async () => {
    fakePortal();
    renderApp('/files/abc');
    expect(await screen.findByRole('heading', { name: 'File details' })).toBeDefined();
  });
});

describe('screens', () => {
  it.each(['/nowhere', '/files/a/b', '/account/other'])('say that there is nothing at %s', async (path) => {
    fakePortal();
    renderApp(path);
    expect(await screen.findByText(`There is nothing at ${path}.`)).toBeDefined();
    await waitFor(() => expect(document.title).toBe('Not Found · Tribehall'));
  });

  it('survive a path that cannot be decoded', async () => {
    fakePortal();
    renderApp('/%E0%A4%A');
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeDefined();
  });

  it('preserve a long guild id in the address', async () => {
    loggedIn({ roles: [roles.Owner] });
    const { router } = renderApp('/databases/guilds?guildId=81384788765712384', { accessToken });
    await screen.findByRole('heading', { name: 'guilds' });
    expect(router.state.location.search).toEqual({ guildId: '81384788765712384' });
    expect(window.location.search).toBe('?guildId=81384788765712384');
  });

  it('never show an unknown number as zero', async () => {
    fakePortal();
    renderApp('/');
    expect(await screen.findByText('not known yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Manage ARK Servers' }).getAttribute('href')).toBe('/arkbot/servers');
  });

  it('remember the last server and restore it', async () => {
    fakePortal({ 'GET /users/me': { data: buildUser() }, 'GET /ark/servers/{id}/details': { data: buildServer() } });
    const { router } = renderApp('/arkbot/servers', { accessToken });
    await screen.findByRole('heading', { name: 'Select a server' });
    await router.navigate({ to: '/arkbot/servers/$serverId/players', params: { serverId: 's1' } });
    await screen.findByRole('heading', { name: 'Online Players' });
    await waitFor(() => expect(localStorage.getItem('lastSelectedArkServer')).toBe('s1'));
    await router.navigate({ to: '/arkbot/servers' });
    await screen.findByRole('heading', { name: 'Server Information' });
    expect(router.state.location.pathname).toBe('/arkbot/servers/s1');
  });

  it('lead back from a connection without a code', async () => {
    loggedIn();
    const { router } = renderApp('/account/connections/discord', { accessToken });
    await screen.findByRole('heading', { name: 'Account' });
    expect(router.state.location.pathname).toBe('/account');
  });

  it('hand in code and state of a connection once and go back', async () => {
    const portal = fakePortal({
      'GET /users/me': { data: buildUser() },
      'GET /oauth2/discord': { data: { username: 'mira#1', guilds: [] } },
    });
    const { router } = renderApp('/account/connections/discord?code=c1&state=s1', { accessToken });
    await screen.findByRole('heading', { name: 'Account' });
    expect(router.state.location.pathname).toBe('/account');
    const calls = portal.callsOf('GET /oauth2/discord');
    expect(calls.map(({ search }) => search.toString())).toEqual(['code=c1&state=s1']);
  });
});

describe('an invalid token', () => {
  it('leads to the login with the way back, once', async () => {
    const invalid = { status: 401, error: 'Your session has ended.', code: 'INVALID_TOKEN' };
    fakePortal({ 'GET /users/me': invalid, 'GET /audit': invalid });
    const { router } = renderApp('/audit?search=ban', { accessToken });
    await screen.findByRole('button', { name: 'Log In' });
    expect(token.get()).toBeNull();
    expect(router.state.location).toMatchObject({ pathname: '/login', search: { redirect: '/audit?search=ban' } });
  });
});

describe('another tab', () => {
  it('that logs out closes guarded pages here', async () => {
    loggedIn();
    const { router } = renderApp('/account', { accessToken });
    await screen.findByRole('heading', { name: 'Account' });
    changeElsewhere(null);
    await screen.findByRole('button', { name: 'Log In' });
    expect(router.state.location).toMatchObject({ pathname: '/login', search: { redirect: '/account' } });
  });

  it('that logs in opens the page that was asked for here', async () => {
    loggedIn();
    renderApp('/account');
    await screen.findByRole('button', { name: 'Log In' });
    changeElsewhere('t2');
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
  });
});

describe('databases in the menu of an Admin', () => {
  it('are shown locked with the reason, can be reached by keyboard, and lead nowhere', async () => {
    fakePortal({ 'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) } });
    const { person, router } = renderApp('/', { accessToken: 't1' });
    const entry = await screen.findByRole('link', { name: 'Databases' });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    expect(entry.hasAttribute('href')).toBe(false);
    const reason = document.getElementById(entry.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Only the Owner can open databases.');
    screen.getByRole('link', { name: 'Files' }).focus();
    await person.tab();
    expect(document.activeElement).toBe(entry);
    await person.keyboard('{Enter}');
    await person.click(entry);
    expect(router.state.location.pathname).toBe('/');
  });

  it('are a link in that of the Owner', async () => {
    fakePortal({ 'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) } });
    renderApp('/', { accessToken: 't1' });
    const entry = await screen.findByRole('link', { name: 'Databases' });
    expect(entry.getAttribute('href')).toBe('/databases');
    expect(screen.queryByText('Only the Owner can open databases.')).toBeNull();
  });
});
