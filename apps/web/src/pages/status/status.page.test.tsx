import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal, site } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildPublicServer, buildStatus } from '../../testing/status.ts';
import { buildUser } from '../../testing/users.ts';

const links = () => screen.queryAllByRole('link', { name: 'Server status' });

const publicSite = { ...site, name: 'Obelisk', isStatusPublic: true };

function openAs(
  givenRoles: number[] | undefined,
  { siteNow = publicSite, status = buildStatus([buildPublicServer()]) } = {},
) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser({ roles: givenRoles ?? [] }) },
    'GET /site': { data: siteNow },
    'GET /status': { data: status },
    'PUT /site': ({ body }) => ({ data: { ...siteNow, ...(body as object) } }),
  });
  return { portal, ...renderApp('/status', givenRoles === undefined ? {} : { accessToken: 't1' }) };
}

describe('the status page', () => {
  it('is open to everyone where the Owner has made it public', async () => {
    openAs(undefined);
    expect(await screen.findByText(/12 players online on 1 server\. The lines show the last 24 hours\./)).toBeDefined();
    expect(screen.getByRole('article', { name: 'The Island' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Customize|Badge/ })).toBeNull();
  });

  it('says so where it is not public, and asks for nothing', async () => {
    const { portal } = openAs(undefined, { siteNow: { ...site, name: 'Obelisk' } });
    expect(await screen.findByText("This community hasn't made its server status public.")).toBeDefined();
    expect(portal.callsOf('GET /status')).toEqual([]);
  });

  it('says when it shows only the busiest, and when nothing is known', async () => {
    const status = buildStatus([buildPublicServer({ playerCount: null })], { playerCount: null, serverCount: 250 });
    openAs(undefined, { status });
    expect(await screen.findByText('The 1 busiest of 250 servers are shown.')).toBeDefined();
    expect(screen.getByText(/250 servers\. How many players are online isn't known\./)).toBeDefined();
  });

  it('gives Admins the badge of a server, whatever its name', async () => {
    const status = buildStatus([buildPublicServer({ name: 'A [b](c) "<i>' })]);
    const { person } = openAs([roles.Admin], { status });
    await person.click(await screen.findByRole('button', { name: 'Badge of A [b](c) "<i>' }));
    const dialog = within(await screen.findByRole('dialog'));
    const { origin } = window.location;
    const image = `${origin}/api/status/s1/badge.svg`;
    const markdown = String.raw`[![A \[b\]\(c\) "\<i\>](${image})](${origin}/status)`;
    expect(dialog.getByText(markdown)).toBeDefined();
    const html = `<a href="${origin}/status"><img src="${image}" alt="A [b](c) &quot;&lt;i&gt;"></a>`;
    expect(dialog.getByText(html)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Customize' })).toBeNull();
  });

  it('lets the Owner name the community and switch the status on, and take it back', async () => {
    const siteNow = { ...site, name: 'Old', isStatusPublic: false };
    const { person, portal } = openAs([roles.Owner], { siteNow });
    expect(await screen.findByText(/Choose Customize to show your servers/)).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Customize' }));
    const name = await screen.findByLabelText('Community name');
    await person.clear(name);
    await person.type(name, 'New');
    await person.type(screen.getByLabelText('Description'), 'Hello.');
    await person.click(screen.getByLabelText('Server status is public'));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('article', { name: 'The Island' })).toBeDefined();
    const bodies = () => portal.callsOf('PUT /site').map(({ body }) => body);
    expect(bodies()).toEqual([{ name: 'New', description: 'Hello.', isStatusPublic: true }]);
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toEqual({ name: 'Old', description: '', isStatusPublic: false });
    expect(await screen.findByText(/Choose Customize to show your servers/)).toBeDefined();
  });

  it('follows what the Owner changes elsewhere, in the navigation too', async () => {
    const siteNow = { ...site, name: 'Obelisk' };
    const { portal } = openAs([], { siteNow });
    expect(await screen.findByText("This community hasn't made its server status public.")).toBeDefined();
    expect(links()).toHaveLength(0);
    const topics = () =>
      portal.requests
        .filter(({ path }) => path === '/events')
        .at(-1)
        ?.search.get('topics') ?? '';
    await waitFor(() => expect(topics().split(',')).toContain('site'));
    portal.push({ topic: 'site', event: 'changed', data: { ...siteNow, isStatusPublic: true } });
    expect(await screen.findByRole('article', { name: 'The Island' })).toBeDefined();
    // In the drawer and in the footer.
    await waitFor(() => expect(links()).toHaveLength(2));
  });

  it('shows what the portal refuses at its field', async () => {
    const fields = [{ field: 'name', message: "The name can't contain control characters." }];
    fakePortal({
      'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) },
      'PUT /site': { status: 400, error: 'Wrong.', code: 'BAD_REQUEST', details: { fields } },
    });
    const { person } = renderApp('/status', { accessToken: 't1' });
    await person.click(await screen.findByRole('button', { name: 'Customize' }));
    await person.type(await screen.findByLabelText('Community name'), 'x');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText("The name can't contain control characters.")).toBeDefined();
  });
});
