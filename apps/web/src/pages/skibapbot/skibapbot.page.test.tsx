import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { brokenStream, fakePortal, openedStream, site } from '../../testing/fake-portal.ts';
import { buildHostStats, buildSample } from '../../testing/music.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const path = '/skibapbot';
const connections = { discord: { username: 'mira', guilds: [] } };
const as = (userRoles: number[]) => ({
  'GET /users/me': { data: buildUser({ connections, isGuildMember: true, roles: userRoles }) },
});
const stats = { 'GET /os/stats': { data: buildHostStats() } };
const hostEvent = (event: 'snapshot' | 'changed', data: object) => ({ topic: 'host.stats', event, data });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

const progress = (changes: object) => ({
  event: 'progress',
  data: { isLoading: true, message: 'Updating', percent: null, log: [], ...changes },
});

beforeEach(() => sessionStorage.clear());

describe('the dashboard', () => {
  it('shows the host in words', async () => {
    fakePortal({ ...as([]), ...stats });
    renderApp(path, { accessToken });
    expect(await screen.findByText('shack')).toBeDefined();
    expect((await region('CPU')).getByText('12 %')).toBeDefined();
    expect((await region('Memory')).getByText('40 %')).toBeDefined();
    expect((await region('Temperature')).getByText('no sensor')).toBeDefined();
    const drive = await region('Drive');
    expect(drive.getByText('60.0 GB of 100 GB used (60 %)')).toBeDefined();
    expect(drive.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Music 1.5 GB',
      'FTP 20.0 GB',
      'Other 38.5 GB',
      'Free 40.0 GB',
    ]);
    const music = await region('Music');
    expect(music.getByText('42')).toBeDefined();
    expect(music.getByText('2023.03.04')).toBeDefined();
    expect(music.getByText('2026.01.01')).toBeDefined();
  });

  it('goes on by the stream, with what was in the last minutes', async () => {
    const samples = [
      buildSample('2026-01-02T03:00:00Z', { cpuUsage: 90 }),
      buildSample('2026-01-02T03:09:50Z', { cpuUsage: 20 }),
    ];
    const portal = fakePortal({ ...as([]), ...stats }, [
      hostEvent('snapshot', { now: buildHostStats({ cpuUsage: 20 }), samples }),
    ]);
    renderApp(path, { accessToken });
    const cpu = await region('CPU');
    expect(await cpu.findByText('Between 20 and 90 % in the last 10 minutes, 55 on average.')).toBeDefined();
    portal.push(
      hostEvent('changed', {
        now: buildHostStats({ cpuUsage: 31, temp: 55.4 }),
        sample: buildSample('2026-01-02T03:10:05Z', { cpuUsage: 31, temp: 55.4 }),
      }),
    );
    expect(await cpu.findByText('31 %')).toBeDefined();
    // The first sample is older than the chart by now.
    expect(cpu.getByText('Between 20 and 31 % in the last 10 minutes, 26 on average.')).toBeDefined();
    expect((await region('Temperature')).getByText('55 °C')).toBeDefined();
  });

  it('says what is wrong with the download tool, and what is not known', async () => {
    const ytDownloader = { versionLocal: null, versionRemote: null, warnings: ['Install yt-dlp: <b>apt</b>.'] };
    fakePortal({
      ...as([]),
      'GET /site': { data: { ...site, isDemo: false } },
      'GET /os/stats': { data: buildHostStats({ music: { songs: 0, ytDownloader } }) },
    });
    renderApp(path, { accessToken });
    expect(await screen.findByText('Install yt-dlp: <b>apt</b>.')).toBeDefined();
    expect(screen.getByText('Songs may not download')).toBeDefined();
    expect(screen.getByText('not installed')).toBeDefined();
    expect(screen.getByText('not known')).toBeDefined();
  });

  it('shows everything that is wrong with the download tool in one place with one button, calmly in the demo', async () => {
    const ytDownloader = {
      versionLocal: '2023.03.04',
      versionRemote: null,
      warnings: ['It is old.', 'It lacks deno.'],
    };
    fakePortal({
      ...as([]),
      'GET /site': { data: { ...site, isDemo: true } },
      'GET /os/stats': { data: buildHostStats({ music: { songs: 0, ytDownloader } }) },
    });
    renderApp(path, { accessToken });
    expect(await screen.findByText('Good enough for the demo')).toBeDefined();
    expect(screen.getByText('It is old.').closest('ul')).toBe(screen.getByText('It lacks deno.').closest('ul'));
    expect(screen.getAllByRole('button', { name: 'Update' })).toHaveLength(1);
  });

  it('shows on the page that the host cannot be reached', async () => {
    fakePortal({ ...as([]), 'GET /os/stats': { status: 503, code: 'UNAVAILABLE', error: 'Starting.' } });
    renderApp(path, { accessToken });
    expect((await screen.findByRole('alert')).textContent).toContain('Starting.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('the update', () => {
  const begun = { 'POST /skibapbot/music/update': { data: { eventId: 'e1' } } };

  it('is closed to others than Admins, with the reason', async () => {
    fakePortal({ ...as([]), ...stats });
    renderApp(path, { accessToken });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update' });
    expect(button.disabled).toBe(true);
    const reason = screen.getByText(
      'You need the role Admin, and your linked Discord account needs to be a member of the community guild.',
    );
    expect(button.getAttribute('aria-describedby')).toBe(reason.id);
  });

  it('shows what it says as text while it runs, and how it ended', async () => {
    const stream = openedStream(progress({ log: ['Current: 2023.03.04'] }));
    const portal = fakePortal({ ...as([roles.Admin]), ...stats, ...begun, 'GET /events/{id}': () => stream.response });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Update' }));
    const log = await screen.findByRole('log', { name: 'Output of the update' });
    expect(log.textContent).toBe('Current: 2023.03.04');
    stream.push(progress({ log: ['Current: 2023.03.04', '<b>new</b>\u001b[0m'] }));
    await waitFor(() => expect(log.textContent).toBe('Current: 2023.03.04\n<b>new</b>‹U+001B›[0m'));
    const asked = portal.callsOf('GET /os/stats').length;
    stream.push(progress({ isLoading: false, percent: 100, message: 'Updated to 2026.01.01.' }));
    expect(await screen.findByText('Updated to 2026.01.01.')).toBeDefined();
    await waitFor(() => expect(portal.callsOf('GET /os/stats').length).toBeGreaterThan(asked));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(false);
  });

  it('is found again by who comes back', async () => {
    const stream = openedStream(progress({ log: ['still here'] }));
    const portal = { ...as([roles.Admin]), ...stats, ...begun };
    fakePortal({ ...portal, 'GET /events/{id}': () => stream.response });
    const { person, router } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Update' }));
    await screen.findByText('still here');
    await router.navigate({ to: '/account' });
    await screen.findByRole('heading', { name: 'Account' });
    fakePortal({
      ...portal,
      'GET /events/{id}': () => brokenStream(progress({ isLoading: false, error: 'The smoke test failed.' })),
    });
    await router.navigate({ to: '/skibapbot' });
    expect((await screen.findByRole('alert')).textContent).toContain('The smoke test failed.');
  });

  it('says why it cannot begin', async () => {
    const busy = { status: 409, code: 'CONFLICT', error: 'An update is running already.' };
    fakePortal({ ...as([roles.Owner]), ...stats, 'POST /skibapbot/music/update': busy });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Update' }));
    expect((await screen.findByRole('alert')).textContent).toContain('An update is running already.');
  });
});
