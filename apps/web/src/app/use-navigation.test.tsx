import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal, site } from '../testing/fake-portal.ts';
import { later } from '../testing/later.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildUser } from '../testing/users.ts';

const user = { 'GET /users/me': { data: buildUser() } };
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the navigation of a user', () => {
  it('comes at once: an entry that came later would push the others down', async () => {
    const reply = later<{ data: typeof site }>();
    fakePortal({ ...user, 'GET /site': () => reply.promise });
    renderApp('/account', { accessToken: 't1' });
    await screen.findByRole('heading', { name: 'Account' });
    expect(entries()).toEqual(['Home']);
    reply.resolve({ data: { ...site, isStatusPublic: true } });
    await screen.findAllByRole('link', { name: 'Structures' });
    expect(entries().slice(0, 3)).toEqual(['Home', 'Server status', 'Account']);
  });

  it('comes without what depends on the site where that is not known', async () => {
    fakePortal({ ...user, 'GET /site': { status: 500, code: 'INTERNAL', error: 'Broken.' } });
    renderApp('/account', { accessToken: 't1' });
    await screen.findAllByRole('link', { name: 'Structures' });
    expect(entries().slice(0, 2)).toEqual(['Home', 'Account']);
  });

  it('stays while the site is asked for again', async () => {
    const reply = later<{ data: typeof site }>();
    let isBroken = true;
    const portal = fakePortal({
      ...user,
      'GET /site': () => (isBroken ? { status: 400, code: 'BAD_REQUEST' as const, error: 'Broken.' } : reply.promise),
    });
    renderApp('/account', { accessToken: 't1' });
    await screen.findAllByRole('link', { name: 'Structures' });
    const before = portal.callsOf('GET /site').length;
    isBroken = false;
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(portal.callsOf('GET /site').length).toBeGreaterThan(before));
    expect(entries().slice(0, 2)).toEqual(['Home', 'Account']);
    reply.resolve({ data: { ...site, isStatusPublic: true } });
    await waitFor(() => expect(entries()).toContain('Server status'));
  });
});
