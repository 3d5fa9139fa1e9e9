import { roles } from '@tribehall/contract/roles';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal, site } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildStatus } from '../../../testing/status.ts';
import { buildUser } from '../../../testing/users.ts';

const page = 'https://releases.test/v2';

async function openFooter(givenRoles: number[] | undefined, newer: object | null = { version: '2.0.0', url: page }) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser({ roles: givenRoles ?? [] }) },
    'GET /site': { data: { ...site, isStatusPublic: true } },
    'GET /status': { data: buildStatus([]) },
    'GET /os/release': { data: { version: '1.2.3', newer } },
  });
  renderApp('/status', givenRoles === undefined ? {} : { accessToken: 't1' });
  const footer = await screen.findByRole('contentinfo');
  await within(footer).findByText(/Tribehall 1\.2\.3/);
  return { portal, footer: within(footer) };
}

describe('the footer', () => {
  it('shows the version to everyone, and a newer one to nobody but Owners', async () => {
    const { portal, footer } = await openFooter(undefined);
    expect(footer.queryByText(/is available/)).toBeNull();
    expect(portal.callsOf('GET /os/release')).toEqual([]);
  });

  it('asks for no newer version for Admins', async () => {
    const { portal, footer } = await openFooter([roles.Admin]);
    await screen.findAllByRole('link', { name: 'Server status' });
    expect(footer.queryByText(/is available/)).toBeNull();
    expect(portal.callsOf('GET /os/release')).toEqual([]);
  });

  it('links an Owner to the newer version', async () => {
    const { footer } = await openFooter([roles.Owner]);
    const link = await footer.findByRole('link', { name: 'Version 2.0.0 is available' });
    expect(link.getAttribute('href')).toBe(page);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('names the newer version where it has no page', async () => {
    const { footer } = await openFooter([roles.Owner], { version: '2.0.0', url: null });
    expect(await footer.findByText(/Version 2\.0\.0 is available/)).toBeDefined();
    expect(footer.queryByRole('link', { name: /is available/ })).toBeNull();
  });
});
