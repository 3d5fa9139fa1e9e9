import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildCluster, buildClusterServer } from '../../../testing/clusters.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const asMember = { 'GET /users/me': { data: buildUser() } };
const asAdmin = { 'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) } };
const ragnarok = buildClusterServer({
  id: 's2',
  name: 'Ragnarok <b>"EU"</b>',
  state: 'down',
  stateReason: 'RCON does not answer.\u001b[31m',
  map: null,
  playerCount: null,
});
const cluster = buildCluster({ servers: [buildClusterServer({ map: 'GenesisPart2_WP' }), ragnarok] });
const details = { 'GET /ark/clusters/{id}/details': { data: cluster } };
const list = { 'GET /ark/clusters': { data: [{ id: 'c1', name: 'Crossark', servers: [{ id: 's1', name: 'x' }] }] } };
const unknown = { status: 404, error: "This doesn't exist.", code: 'NOT_FOUND' };

const callsTo = (portal: ReturnType<typeof fakePortal>, method: string) =>
  portal.requests.filter((request) => request.method === method);

async function openChoices(person: ReturnType<typeof renderApp>['person']) {
  await person.click(await screen.findByRole('button', { name: 'Add server' }));
  return within(await screen.findByRole('dialog'));
}

const trendOf = (id: string, counts: (number | null)[]) => ({ id, counts });
const tileOf = async (label: string) => (await screen.findByText(label)).closest('div');

describe('Cluster Information', () => {
  it('shows every server with state, reason, map and players, and the totals', async () => {
    fakePortal({ ...asMember, ...details });
    renderApp('/arkbot/clusters/c1', { accessToken });
    const table = within(await screen.findByRole('table', { name: 'Servers in this cluster' }));
    const [island, down] = table.getAllByRole('row').slice(1);
    expect(island?.textContent).toContain('The Island');
    expect(island?.textContent).toContain('online');
    expect(table.getByRole('cell', { name: 'Genesis Part2' })).toBeDefined();
    expect(down?.textContent).toContain('Ragnarok <b>"EU"</b>');
    expect(down?.textContent).toContain('RCON does not answer.‹U+001B›[31m');
    expect(down?.textContent).toContain('not known');
    expect(table.getByRole('link', { name: 'The Island' }).getAttribute('href')).toBe('/arkbot/servers/s1');
    expect(screen.getByText('1 of 2 servers online · 3 players, unknown for 1 server')).toBeDefined();
    expect(document.title).toBe('Crossark · Cluster Information · Tribehall');
  });

  it('says at a glance who plays, how many did, and what is wrong', async () => {
    fakePortal({
      ...asMember,
      ...details,
      'GET /ark/playerCounts': { data: [trendOf('s1', [2, 9, 3]), trendOf('s2', [null, 4, null])] },
    });
    renderApp('/arkbot/clusters/c1', { accessToken });
    await waitFor(async () => expect((await tileOf('24-hour peak'))?.textContent).toBe('24-hour peak13'));
    expect((await tileOf('Servers online'))?.textContent).toBe('Servers online1 / 2Ragnarok <b>"EU"</b>');
    const busiest = await tileOf('Busiest server');
    expect(within(busiest as HTMLElement).getByRole('link', { name: 'The Island' })).toBeDefined();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Chat' }).getAttribute('href')).toBe('/arkbot/clusters/c1/chat');
  });

  it('does not take unknown for nobody', async () => {
    const servers = [buildClusterServer({ playerCount: null }), ragnarok];
    fakePortal({ ...asMember, 'GET /ark/clusters/{id}/details': { data: buildCluster({ servers }) } });
    renderApp('/arkbot/clusters/c1', { accessToken });
    await waitFor(async () =>
      expect((await tileOf('Busiest server'))?.textContent).toBe('Busiest servernot known yet'),
    );
  });

  it('changes with the cluster', async () => {
    const portal = fakePortal({ ...asMember, ...details });
    renderApp('/arkbot/clusters/c1', { accessToken });
    await screen.findByText('RCON does not answer.‹U+001B›[31m');
    const renamed = buildCluster({ name: 'Northark', servers: [{ ...ragnarok, state: 'up', playerCount: 12 }] });
    await waitFor(() => expect(portal.requests.at(-1)?.search.get('topics')).toContain('clusters.state/c1'));
    portal.push({ topic: 'clusters.state/c1', event: 'changed', data: renamed });
    expect(await screen.findByText('1 of 1 server online · 12 players')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Northark' })).toBeDefined();
  });

  it('shows others what an Admin could do, and why they cannot', async () => {
    fakePortal({ ...asMember, ...details });
    renderApp('/arkbot/clusters/c1', { accessToken });
    const manage = within(await screen.findByRole('region', { name: 'Manage' }));
    for (const button of manage.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true);
    expect(manage.getByText('You need the role Admin.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Remove The Island from the cluster' })).toBeNull();
  });

  it('forgets an id that is none and leads to the choice', async () => {
    const portal = fakePortal({ ...asMember, 'GET /ark/clusters/{id}/details': unknown });
    const { router, person } = renderApp('/arkbot/clusters/nope', { accessToken });
    expect(await screen.findByText("This cluster doesn't exist.")).toBeDefined();
    await waitFor(() => expect(localStorage.getItem('lastSelectedArkCluster')).toBeNull());
    await person.click(screen.getByRole('link', { name: 'Select a cluster' }));
    await screen.findByRole('heading', { name: 'Select a cluster' });
    expect(router.state.location.pathname).toBe('/arkbot/clusters');
    expect(portal.requests.some(({ search }) => search.get('topics')?.includes('nope'))).toBe(false);
  });

  it('remembers the last cluster after a dead link and offers it', async () => {
    fakePortal({
      ...asMember,
      'GET /ark/clusters/{id}/details': ({ path }) => (path.includes('/nope/') ? unknown : { data: cluster }),
    });
    const { router, person } = renderApp('/arkbot/clusters/nope/chat', { accessToken, clusterId: 'c1' });
    expect(await screen.findByText("This cluster doesn't exist.")).toBeDefined();
    await person.click(await screen.findByRole('link', { name: 'Open Crossark' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/clusters/c1'));
    expect(localStorage.getItem('lastSelectedArkCluster')).toBe('c1');
  });

  it('forgets the last cluster, too, where that does not exist either', async () => {
    fakePortal({ ...asMember, 'GET /ark/clusters/{id}/details': unknown });
    renderApp('/arkbot/clusters/nope', { accessToken, clusterId: 'gone' });
    expect(await screen.findByText("This cluster doesn't exist.")).toBeDefined();
    await waitFor(() => expect(localStorage.getItem('lastSelectedArkCluster')).toBeNull());
    expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull();
  });

  it('says so when the cluster is removed meanwhile', async () => {
    let isGone = false;
    const portal = fakePortal({
      ...asMember,
      'GET /ark/clusters/{id}/details': () => (isGone ? unknown : { data: cluster }),
    });
    renderApp('/arkbot/clusters/c1', { accessToken });
    await screen.findByRole('table');
    await waitFor(() => expect(portal.requests.at(-1)?.search.get('topics')).toContain('clusters.state/c1'));
    isGone = true;
    portal.push({ topic: 'clusters.state/c1', event: 'gone', data: {} });
    expect(await screen.findByText("This cluster doesn't exist.")).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('an Admin', () => {
  it('is asked before a server is taken out, and can undo it', async () => {
    const portal = fakePortal({
      ...asAdmin,
      ...details,
      'DELETE /ark/clusters/{id}/servers/{serverId}': { data: {} },
      'POST /ark/clusters/{id}/servers': { data: { id: 'c1', name: 'Crossark', servers: [] } },
    });
    const { person } = renderApp('/arkbot/clusters/c1', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Remove The Island from the cluster' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove The Island from Crossark' }));
    expect(dialog.getByText(/no longer shares its chat with the other servers in Crossark/)).toBeDefined();
    expect(callsTo(portal, 'DELETE')).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Remove from cluster' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(callsTo(portal, 'POST')).toHaveLength(1));
    expect(callsTo(portal, 'DELETE')[0]?.path).toBe('/ark/clusters/c1/servers/s1');
    expect(callsTo(portal, 'POST')[0]).toMatchObject({
      path: '/ark/clusters/c1/servers',
      body: { serverId: 's1', fromClusterId: null },
    });
    expect(await screen.findByText('The Island is back in Crossark.')).toBeDefined();
  });

  const choices = {
    'GET /ark/clusters': { data: [{ id: 'c2', name: 'Other', servers: [{ id: 's7', name: 'Fjordur' }] }] },
    'GET /ark/servers': {
      data: [
        { id: 's1', name: 'The Island', state: 'up', playerCount: 1 },
        { id: 's7', name: 'Fjordur', state: 'down', playerCount: null },
        { id: 's8', name: 'Valguero', state: 'up', playerCount: 2 },
      ],
    },
    'POST /ark/clusters/{id}/servers': { data: { id: 'c1', name: 'Crossark', servers: [] } },
    'DELETE /ark/clusters/{id}/servers/{serverId}': { data: {} },
  };

  it('is asked before a server moves here from another cluster, and can undo it', async () => {
    const portal = fakePortal({ ...asAdmin, ...details, ...choices });
    const { person } = renderApp('/arkbot/clusters/c1', { accessToken });
    const picker = await openChoices(person);
    await picker.findByText('Fjordur');
    expect(picker.queryByText('The Island')).toBeNull();
    expect(picker.getByText('Other')).toBeDefined();
    expect(picker.getByText('down')).toBeDefined();
    await person.type(picker.getByRole('searchbox'), 'fj{Enter}');
    await waitFor(() => expect(portal.callsOf('GET /ark/servers').at(-1)?.search.get('nameFilter')).toBe('fj'));
    await person.click(await picker.findByText('Fjordur'));
    const question = within(await screen.findByRole('dialog', { name: 'Move Fjordur to Crossark' }));
    expect(question.getByText(/Fjordur leaves Other and joins Crossark/)).toBeDefined();
    expect(question.getByText(/share its chat/)).toBeDefined();
    expect(callsTo(portal, 'POST')).toEqual([]);
    await person.click(question.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(callsTo(portal, 'POST')[0]?.body).toEqual({ serverId: 's7', fromClusterId: 'c2' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Fjordur moved from Other to Crossark.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(callsTo(portal, 'POST')[1]).toMatchObject({
        path: '/ark/clusters/c2/servers',
        body: { serverId: 's7', fromClusterId: 'c1' },
      }),
    );
  });

  it('goes back to the choice where the move is not wanted', async () => {
    const portal = fakePortal({ ...asAdmin, ...details, ...choices });
    const { person } = renderApp('/arkbot/clusters/c1', { accessToken });
    await person.click(await (await openChoices(person)).findByText('Fjordur'));
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Add a server to Crossark' })).toBeDefined();
    expect(callsTo(portal, 'POST')).toEqual([]);
  });

  it('adds a server of no cluster at once, and can undo it', async () => {
    const portal = fakePortal({ ...asAdmin, ...details, ...choices });
    const { person } = renderApp('/arkbot/clusters/c1', { accessToken });
    await person.click(await (await openChoices(person)).findByText('Valguero'));
    await waitFor(() => expect(callsTo(portal, 'POST')[0]?.body).toEqual({ serverId: 's8', fromClusterId: null }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(callsTo(portal, 'DELETE')[0]?.path).toBe('/ark/clusters/c1/servers/s8'));
  });

  it('reads why an undo is refused when someone else has moved the server', async () => {
    const refusal = {
      status: 409,
      error: 'Fjordur has been moved to Third in the meantime.',
      code: 'CONFLICT',
    };
    fakePortal({
      ...asAdmin,
      ...details,
      ...choices,
      'POST /ark/clusters/{id}/servers': ({ path }) => (path.includes('/c2/') ? refusal : { data: {} }),
    });
    const { person } = renderApp('/arkbot/clusters/c1', { accessToken });
    await person.click(await (await openChoices(person)).findByText('Fjordur'));
    await person.click(await screen.findByRole('button', { name: 'Move' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect((await screen.findByRole('alert')).textContent).toContain(refusal.error);
  });

  it('creates a cluster and goes there', async () => {
    const portal = fakePortal({
      ...asAdmin,
      ...list,
      ...details,
      'POST /ark/clusters': { data: { id: 'c9', name: 'Northark', servers: [] } },
    });
    const { router, person } = renderApp('/arkbot/clusters', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Create cluster' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Name is required.')).toBeDefined();
    await person.type(dialog.getByLabelText('Name'), '  Northark {Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/clusters/c9'));
    expect(portal.callsOf('POST /ark/clusters')[0]?.body).toEqual({ clusterName: 'Northark' });
  });

  it('reads at the field why a name is refused', async () => {
    const fields = [{ field: 'clusterName', message: 'This name is already taken.' }];
    const taken = { status: 409, error: 'This name is already taken.', code: 'NAME_TAKEN', details: { fields } };
    fakePortal({ ...asAdmin, ...details, 'PUT /ark/clusters/{id}': taken });
    const { person } = renderApp('/arkbot/clusters/c1', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('Crossark');
    await person.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await dialog.findByText('This name is already taken.')).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('removes a cluster only after a confirmation, and it is not remembered', async () => {
    const portal = fakePortal({ ...asAdmin, ...list, ...details, 'DELETE /ark/clusters/{id}': { data: {} } });
    const { router, person } = renderApp('/arkbot/clusters/c1', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Its servers stay/)).toBeDefined();
    expect(callsTo(portal, 'DELETE')).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Remove cluster' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/clusters'));
    expect(localStorage.getItem('lastSelectedArkCluster')).toBeNull();
  });
});

describe('the cluster picker', () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ id: `c${index}`, name: `Cluster ${index}`, servers: [] }));

  it('lists clusters by name, and its button has the name of the chosen one', async () => {
    fakePortal({
      ...asMember,
      'GET /ark/clusters': { data: many.toReversed() },
      'GET /ark/clusters/{id}/details': ({ path }) => ({ data: buildCluster({ name: `Details of ${path}` }) }),
    });
    const { router, person } = renderApp('/arkbot/clusters', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Select a cluster...' }));
    const grid = await within(await screen.findByRole('dialog')).findByRole('grid', { name: 'Clusters' });
    const names = within(grid).getAllByRole('row').slice(1, 4);
    expect(names.map((row) => within(row).getAllByRole('gridcell')[0]?.textContent)).toEqual([
      'Cluster 0',
      'Cluster 1',
      'Cluster 2',
    ]);
    expect(within(grid).getAllByRole('row').length).toBeLessThan(100);
    await waitFor(() => expect(document.activeElement).toBe(grid));
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/clusters/c2'));
    expect(await screen.findByRole('button', { name: 'Details of /ark/clusters/c2/details' })).toBeDefined();
    await waitFor(() => expect(localStorage.getItem('lastSelectedArkCluster')).toBe('c2'));
  });

  it('says so when there is none', async () => {
    fakePortal({ ...asMember, 'GET /ark/clusters': { data: [] } });
    renderApp('/arkbot/clusters', { accessToken });
    expect(await screen.findByText('No clusters found.')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create cluster' }).disabled).toBe(true);
    expect(screen.getByText('You need the role Admin.')).toBeDefined();
  });
});
