import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const discord = { username: 'mi\u202Era', guilds: ['81384788765712384'] };
const linked = { 'GET /users/me': { data: buildUser({ connections: { discord }, isGuildMember: true }) } };
const unlinked = { 'GET /users/me': { data: buildUser() } };
const failure = (error: string, code = 'DISCORD_FAILED') => ({ status: 502, error, code });

describe('the Discord account', () => {
  it('is linked by going to Discord', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const address = 'https://discord.com/oauth2/authorize?state=s';
    const portal = fakePortal({ ...unlinked, 'POST /oauth2/discord': { status: 302, data: address } });
    const { person } = renderApp('/account', { accessToken });
    expect(await screen.findByText('Not linked')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Link Discord' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(address));
    expect(portal.callsOf('POST /oauth2/discord')).toHaveLength(1);
  });

  it('shows on the page why it cannot be linked', async () => {
    fakePortal({ ...unlinked, 'POST /oauth2/discord': failure('Set DISCORD_CLIENT_ID first.', 'UNAVAILABLE') });
    const { person } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Link Discord' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Set DISCORD_CLIENT_ID first.');
  });

  it('shows whose it is and whether it is in the guild', async () => {
    fakePortal(linked);
    const { queryClient } = renderApp('/account', { accessToken });
    expect(await screen.findByText('mi‹U+202E›ra')).toBeDefined();
    expect(screen.getByText('Member of the community guild')).toBeDefined();
    queryClient.setQueryData(['users', 'me'], buildUser({ connections: { discord } }));
    expect(await screen.findByText('Not a member of the community guild')).toBeDefined();
  });

  it('is unlinked with one click', async () => {
    let isLinked = true;
    fakePortal({
      'GET /users/me': () => (isLinked ? linked : unlinked)['GET /users/me'],
      'DELETE /oauth2/discord': () => {
        isLinked = false;
        return { data: {} };
      },
    });
    const { person } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Unlink Discord' }));
    expect(await screen.findByText('Discord unlinked.')).toBeDefined();
    expect(screen.getByText('Not linked')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Link Discord' })).toBeDefined();
  });

  it('stays linked where unlinking fails, and says why', async () => {
    fakePortal({ ...linked, 'DELETE /oauth2/discord': failure('Discord does not answer.') });
    const { person } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Unlink Discord' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Discord does not answer.');
    expect(screen.getByRole('button', { name: 'Unlink Discord' })).toBeDefined();
  });

  it('has its guilds read again, which may open the guild', async () => {
    let isMember = false;
    fakePortal({
      'GET /users/me': () => ({ data: buildUser({ connections: { discord }, isGuildMember: isMember }) }),
      'POST /oauth2/discord/refresh': () => {
        isMember = true;
        return { data: discord };
      },
    });
    const { person } = renderApp('/account', { accessToken });
    await screen.findByText('Not a member of the community guild');
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Member of the community guild')).toBeDefined();
    expect(screen.getByText('Your list of guilds was refreshed.')).toBeDefined();
  });

  it('says why its guilds cannot be read', async () => {
    fakePortal({ ...linked, 'POST /oauth2/discord/refresh': failure('Discord does not answer.') });
    const { person } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Refresh' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Discord does not answer.');
    expect(screen.getByRole('button', { name: 'Unlink Discord' })).toBeDefined();
  });
});

describe('the way back from Discord', () => {
  it('sends the issuer of the response, too', async () => {
    const portal = fakePortal({ ...unlinked, 'GET /oauth2/discord': { data: discord } });
    renderApp('/account/connections/discord?code=c2&state=s2&iss=https%3A%2F%2Fdiscord.com', { accessToken });
    await screen.findByRole('heading', { name: 'Account' });
    const [call] = portal.callsOf('GET /oauth2/discord');
    expect(call?.search.get('iss')).toBe('https://discord.com');
  });

  it('shows a failure with a link to the account', async () => {
    fakePortal({ ...unlinked, 'GET /oauth2/discord': failure('This link was used already.', 'INVALID_CODE') });
    const { person } = renderApp('/account/connections/discord?code=c3&state=s3', { accessToken });
    expect((await screen.findByRole('alert')).textContent).toContain('This link was used already.');
    await person.click(screen.getByRole('link', { name: 'To account' }));
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
  });

  it('sends a code once, and continues from it the next time', async () => {
    const portal = fakePortal({ ...unlinked, 'GET /oauth2/discord': failure('Discord does not answer.') });
    const address = '/account/connections/discord?code=c6&state=s6';
    const { router } = renderApp(address, { accessToken });
    await screen.findByRole('alert');
    await router.navigate({ to: '/' });
    await screen.findByRole('heading', { name: 'Welcome back, Mira' });
    await router.navigate({ href: address });
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
    expect(portal.callsOf('GET /oauth2/discord')).toHaveLength(1);
  });

  it.each([
    ['access_denied', "Discord wasn't linked because you cancelled."],
    ['<b>server_error', "Discord couldn't be linked because of a problem at Discord. Please try again."],
  ])('says on the account that %s has happened', async (error, text) => {
    const portal = fakePortal(unlinked);
    const { router } = renderApp(`/account/connections/discord?error=${encodeURIComponent(error)}&state=s4`, {
      accessToken,
    });
    expect(await screen.findByText(text)).toBeDefined();
    expect(router.state.location.pathname).toBe('/account');
    expect(portal.callsOf('GET /oauth2/discord')).toEqual([]);
  });

  it('knows no other connection', async () => {
    fakePortal(unlinked);
    renderApp('/account/connections/other?code=c5', { accessToken });
    expect(await screen.findByText('There is nothing at /account/connections/other.')).toBeDefined();
  });
});
