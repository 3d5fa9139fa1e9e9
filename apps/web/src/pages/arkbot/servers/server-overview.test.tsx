import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPlayer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { later } from '../../../testing/later.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/servers/s1';
const hourMs = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

type Replies = Parameters<typeof fakePortal>[0];
type Given = { server?: Parameters<typeof buildServer>[0]; isAdmin?: boolean; more?: Replies };

function open({ server = {}, isAdmin = false, more = {} }: Given = {}) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser(isAdmin ? { roles: [roles.Admin] } : {}) },
    'GET /ark/servers/{id}/details': { data: buildServer(server) },
    ...more,
  });
  return { portal, ...renderApp(path, { accessToken }) };
}

const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent;

const save = {
  savedAt: ago(2.5 * hourMs),
  readAt: ago(60_000),
  format: 'ASA 14',
  objectCount: 10,
  failureCount: 0,
  structureCount: 2758,
  tribeCount: 7,
  survivorCount: 1,
  readingSince: null,
  error: null,
};
const withSave = {
  'GET /ark/servers/{id}/structures': {
    data: { save, map: null, visibleTo: 'tribes', sight: 'none', tribe: null, isAdmin: false },
  },
};

const entry = (kind: string, more: object = {}) => ({
  id: kind,
  at: ago(hourMs),
  server: { id: 's1', name: 'The Island' },
  kind,
  player: null,
  other: null,
  tribe: null,
  otherTribe: null,
  thing: null,
  day: null,
  time: null,
  text: '',
  isCertain: true,
  ...more,
});

const events = (entries: object[], more: object = {}) => ({
  'GET /ark/servers/{id}/events': { data: { entries, isHistoryVisible: true, savedAt: null, ...more } },
});

describe('a server at a glance', () => {
  it('is named first, with its state, cluster, game, map and day', async () => {
    open({
      server: { name: 'Our home', stateSince: ago(28 * hourMs), cluster: { id: 'c1', name: 'Obelisk' }, day: 6588 },
    });
    expect((await screen.findByText('Our home', { selector: 'main p bdi' })).closest('p')).not.toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Server Information');
    expect(screen.getByText('for 1 d 4 h')).toBeDefined();
    expect(screen.getByText(/day 6,588/).textContent).toBe('The Island · day 6,588');
    expect(screen.getByRole('link', { name: 'Obelisk' }).getAttribute('href')).toBe('/arkbot/clusters/c1');
    expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull();
  });

  it('shows players, time up, last save, structures and what the agent works with', async () => {
    const server = { playerCount: 14, maxPlayers: 70, stateSince: ago(28 * hourMs), structureCount: 2758 };
    open({ server, more: withSave });
    await waitFor(() => expect(tile('Last save')).toBe('Last save2 hours ago'));
    expect(tile('Players')).toBe('Players14 / 70');
    expect(tile('Up for')).toBe('Up for1 d 4 h');
    expect(tile('Structures')).toBe('Structures2,7587 tribes · 1 survivor');
    expect(tile('Agent')).toContain('0.1.0');
    expect(tile('Agent')).toContain('RCON ✓works');
    expect(tile('Agent')).toContain('saves ✓works');
    expect(tile('Ping')).toContain('not measured');
  });

  it('takes the time of the last save from the log where no save is read', async () => {
    open({ more: events([], { savedAt: ago(3.5 * hourMs) }) });
    await waitFor(() => expect(tile('Last save')).toBe('Last save3 hours ago'));
    expect(tile('Agent')).toContain("saves ✗doesn't work");
  });

  it('guesses nothing while the agent is away', async () => {
    open({ server: { isConnected: false, state: 'offline', playerCount: null } });
    expect(await screen.findByText("The agent isn't connected.")).toBeDefined();
    expect(tile('Players')).toBe('Playersnot known yet');
    expect(tile('Up for')).toBe('Up fornot known');
    expect(tile('Agent')).toContain('not connected');
    expect(screen.queryByText(/^for /)).toBeNull();
  });

  it('offers to join where an address is known, and only then', async () => {
    open({ server: { joinAddress: 'play.example.org:7777' } });
    const link = await screen.findByRole('link', { name: 'Join' });
    expect(link.getAttribute('href')).toBe('steam://connect/play.example.org:7777');
  });

  it.each([null, 'javascript:alert(1)', 'a:1/x'])('links to no address like %j', async (joinAddress) => {
    open({ server: { joinAddress } });
    await screen.findByRole('button', { name: 'Favourite' });
    expect(screen.queryByRole('link', { name: 'Join' })).toBeNull();
  });

  it('has its button to save from the start, disabled until the save is known: it must not push what is below', async () => {
    const reply = later<(typeof withSave)['GET /ark/servers/{id}/structures']>();
    open({ isAdmin: true, more: { 'GET /ark/servers/{id}/structures': () => reply.promise } });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save world' });
    expect(button.disabled).toBe(true);
    reply.resolve(withSave['GET /ark/servers/{id}/structures']);
    await waitFor(() => expect(button.disabled).toBe(false));
  });

  it('lets its admins, and nobody else, save the world', async () => {
    open({ isAdmin: true, more: withSave });
    expect(await screen.findByRole('button', { name: 'Save world' })).toBeDefined();
  });

  it('does not offer it to members', async () => {
    open({ more: withSave });
    await waitFor(() => expect(tile('Last save')).toBe('Last save2 hours ago'));
    expect(screen.queryByRole('button', { name: 'Save world' })).toBeNull();
  });
});

describe('who is online', () => {
  it('is the first eight, the longest there first, with a link to all', async () => {
    const players = Array.from({ length: 10 }, (_, n) =>
      buildPlayer({ id: `7656119800000000${n}`, name: `Player ${n}`, joinedAt: ago((n + 1) * hourMs) }),
    );
    open({ more: { 'GET /ark/servers/{id}/players': { data: players } } });
    const panel = within(await screen.findByRole('region', { name: 'Online' }));
    const items = await panel.findAllByRole('listitem');
    expect(items).toHaveLength(8);
    expect(items[0]?.textContent).toContain('Player 9');
    const link = within(items[0] ?? document.body).getByRole('link');
    expect(link.getAttribute('href')).toBe('/arkbot/players/76561198000000009');
    expect(panel.getByRole('link', { name: 'All 10 players' }).getAttribute('href')).toBe('/arkbot/servers/s1/players');
  });

  it('is nobody, or not known', async () => {
    open({ server: { playerCount: null }, more: { 'GET /ark/servers/{id}/players': { data: [] } } });
    expect(await screen.findByText("We don't know who is online right now.")).toBeDefined();
  });
});

describe('recent events', () => {
  it('are sentences with links to players', async () => {
    const player = { id: '76561198000000001', name: 'Nico' };
    const rex = { name: 'Rex', species: 'Rex', level: 145 };
    const entries = [entry('joined', { player }), entry('tamed', { player, creature: rex }), entry('down')];
    open({ more: events(entries) });
    const panel = within(await screen.findByRole('region', { name: 'Recent events' }));
    const items = (await panel.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(items[0]).toContain('Nico joined');
    expect(items[0]).not.toContain('The Island');
    expect(items[1]).toMatch(/Nico tamed .*Rex/);
    expect(items[2]).toContain('The server went offline');
    expect(panel.getAllByRole('link', { name: 'Nico' })[0]?.getAttribute('href')).toBe(`/arkbot/players/${player.id}`);
  });

  it('say who may see more', async () => {
    open({ more: events([], { isHistoryVisible: false }) });
    expect(await screen.findByText('What players did is visible to admins of this server only.')).toBeDefined();
  });
});

describe('a server that was never connected', () => {
  const server = { agent: null, isConnected: false, state: 'offline', playerCount: null } as const;
  const agent = { 'GET /ark/agent': { data: { version: '0.2.0', build: 'a', commandLine: 'npx agent run' } } };

  it('shows its admins how to connect it instead of empty tiles', async () => {
    const token = 'POST /ark/servers/{id}/token';
    const { person, portal } = open({
      server,
      isAdmin: true,
      more: { ...agent, [token]: { data: { commandLine: 'TRIBEHALL_TOKEN=th_x npx x' } } },
    });
    const panel = within(await screen.findByRole('region', { name: 'Connect this server' }));
    expect(screen.queryByText('Players', { selector: 'dt' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull();
    const ticks = within(panel.getByRole('status', { name: 'Set-up' })).getAllByRole('listitem');
    expect(ticks[0]?.textContent).toContain('Waiting for the agent to connect');
    await person.click(panel.getByRole('button', { name: 'Get a new command' }));
    await person.type(panel.getByLabelText('RCON port'), '27020');
    expect(await panel.findByText('TRIBEHALL_TOKEN=th_x npx x --rcon 27020 --run')).toBeDefined();
    expect(portal.callsOf(token)).toHaveLength(1);
  });

  it('tells others that it is not connected yet', async () => {
    open({ server, more: agent });
    expect(await screen.findByText("This server isn't connected yet.")).toBeDefined();
    expect(screen.queryByText('npx agent run')).toBeNull();
  });
});

describe('the join details', () => {
  it('are entered by admins, checked, and shown at once', async () => {
    const put = 'PUT /ark/servers/{id}/join';
    const { person, portal } = open({
      isAdmin: true,
      more: { [put]: ({ body }) => ({ data: body }) },
    });
    await person.click(await screen.findByRole('button', { name: 'Join details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Join details' }));
    const [max, address] = [dialog.getByLabelText('Maximum number of players'), dialog.getByLabelText('Address')];
    await person.type(max, '1001');
    await person.type(address, 'play.example.org');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a number from 1 to 1000.')).toBeDefined();
    expect(dialog.getByText('Enter a host and a port, such as play.example.org:7777.')).toBeDefined();
    expect(portal.callsOf(put)).toHaveLength(0);
    await person.clear(max);
    await person.type(max, '70');
    await person.type(address, ':7777');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(portal.callsOf(put)[0]?.body).toEqual({ maxPlayers: 70, joinAddress: 'play.example.org:7777' });
  });

  it('can be emptied, and show what the portal refuses at the field', async () => {
    const put = 'PUT /ark/servers/{id}/join';
    const fields = [{ field: 'joinAddress', message: 'Not there.' }];
    const { person, portal } = open({
      isAdmin: true,
      server: { maxPlayers: 5, joinAddress: 'a:1' },
      more: { [put]: { status: 400, error: 'No.', code: 'BAD_REQUEST', details: { fields } } },
    });
    await person.click(await screen.findByRole('button', { name: 'Join details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Join details' }));
    await person.clear(dialog.getByLabelText('Maximum number of players'));
    await person.clear(dialog.getByLabelText('Address'));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Not there.')).toBeDefined();
    expect(portal.callsOf(put)[0]?.body).toEqual({ maxPlayers: null, joinAddress: null });
  });
});
