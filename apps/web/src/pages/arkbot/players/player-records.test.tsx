import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildListedServer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import {
  buildAction,
  buildEntry,
  buildPerson,
  buildPersonServer,
  buildPlayerMail,
  buildSaid,
  island,
  miraId,
  ragnarok,
} from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildSanction } from '../../../testing/sanctions.ts';
import { daysAgo, hostileName } from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';

const path = `/arkbot/players/${miraId}`;
const timeline = 'GET /ark/players/{playerId}/timeline';
const chat = 'GET /ark/players/{playerId}/chat';
const mail = 'GET /ark/players/{playerId}/mail';
const actions = 'GET /ark/players/{playerId}/actions';
const onPlayer = 'POST /ark/servers/{id}/players/{playerId}';

type Routes = Parameters<typeof fakePortal>[0];
type Places = ReturnType<typeof buildPersonServer>[];
type Given = { places?: Places; user?: ReturnType<typeof buildUser>; routes?: Routes; address?: string };

const admin = buildUser({ roles: [roles.Admin] });
const adminPlaces = () => [
  buildPersonServer({ isAdmin: true, onlineSince: daysAgo(0.1) }),
  buildPersonServer({ server: ragnarok, isAdmin: true }),
];

function show({ places = [buildPersonServer()], user = buildUser(), routes = {}, address = '' }: Given = {}) {
  const portal = fakePortal({
    'GET /users/me': { data: user },
    'GET /ark/players/{playerId}': { data: buildPerson({ servers: places }) },
    'GET /ark/servers/{id}/details': ({ path: asked }) => ({
      data: buildServer(asked.includes(ragnarok.id) ? ragnarok : island),
    }),
    [timeline]: { data: { entries: [], next: null } },
    'GET /ark/players/{playerId}/playtime': { data: { days: [], servers: [], sessions: [] } },
    [chat]: { data: { messages: [], hasMore: false } },
    [mail]: { data: { mails: [], next: null } },
    [actions]: { data: { actions: [], hasMore: false } },
    ...routes,
  });
  return { portal, ...renderApp(`${path}${address}`, { accessToken: 't1' }) };
}

const tabs = async () => {
  await screen.findByRole('tablist');
  return screen.getAllByRole('tab').map(({ textContent }) => textContent);
};
const rowsIn = async () => {
  const panel = within(await screen.findByRole('tabpanel'));
  return (await panel.findAllByRole('listitem')).map(({ textContent }) => textContent);
};

const set = (label: string, value: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

const section = async () => within(await screen.findByRole('region', { name: 'Actions' }));
const buttons = async () => {
  const found = await section();
  await found.findByRole('button', { name: 'Mail' });
  return found.getAllByRole('button').map(({ textContent }) => textContent);
};

describe('the tabs of a player', () => {
  it('are those that the viewer may open', async () => {
    show();
    expect(await tabs()).toEqual(['Timeline', 'Chat', 'Sessions', 'Mail']);
  });

  it('are without the history where it is hidden', async () => {
    const hidden = buildPersonServer({ isHistoryVisible: false, onlineSince: daysAgo(0.1) });
    const { portal } = show({ places: [hidden] });
    expect(await tabs()).toEqual(['Mail']);
    expect(await screen.findByText('No mail to this player.')).toBeDefined();
    expect(portal.callsOf(timeline)).toHaveLength(0);
  });

  it('are moved through with the arrow keys, and remembered in the address', async () => {
    const { person, router } = show({ places: adminPlaces() });
    expect(await tabs()).toEqual(['Timeline', 'Chat', 'Sessions', 'Actions', 'Mail']);
    screen.getByRole('tab', { name: 'Timeline' }).focus();
    await person.keyboard('{ArrowLeft}');
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 'mail' }));
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Mail', selected: true }));
    await person.keyboard('{Home}{ArrowRight}');
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 'chat' }));
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1, -1]);
    expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(
      screen.getByRole('tab', { name: 'Chat' }).id,
    );
  });

  it('open by the address, and the first one in place of one that may not be opened', async () => {
    const { portal } = show({ address: '?view=actions' });
    expect(await screen.findByRole('tab', { name: 'Timeline', selected: true })).toBeDefined();
    expect(portal.callsOf(actions)).toHaveLength(0);
  });
});

describe('the period of a timeline', () => {
  it('answers what someone did last night with one click', async () => {
    const { portal, person, router } = show();
    await person.click(await screen.findByRole('radio', { name: '24 h' }));
    await waitFor(() => expect(portal.callsOf(timeline).at(-1)?.search.get('from')).toBeTruthy());
    const from = portal.callsOf(timeline).at(-1)?.search.get('from') ?? '';
    expect(Date.now() - Date.parse(from)).toBeGreaterThanOrEqual(86_400_000);
    expect(Date.now() - Date.parse(from)).toBeLessThan(86_400_000 + 60_000);
    expect(router.state.location.search).toEqual({ period: '24h' });
    expect(await screen.findByText('No entries found.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('can be any span, which the address remembers; one that ends before it begins is refused', async () => {
    const entry = buildEntry({ kind: 'tamed', thing: 'Rex' });
    const routes: Routes = { [timeline]: { data: { entries: [entry], next: null } } };
    const { portal, person, router } = show({ routes, address: '?show=creatures' });
    await person.click(await screen.findByRole('radio', { name: 'Custom' }));
    set('From', '2026-01-02T20:00');
    const from = new Date('2026-01-02T20:00').toISOString();
    await waitFor(() => expect(router.state.location.search).toMatchObject({ from }));
    set('Until', '2026-01-02T19:00');
    expect(await screen.findByText('The end must be after the start.')).toBeDefined();
    expect(screen.queryByText(/Tamed/)).toBeNull();
    set('Until', '2026-01-03T06:00');
    expect(await screen.findByText(/Tamed/)).toBeDefined();
    const span = { from, until: new Date('2026-01-03T06:00').toISOString() };
    await waitFor(() => expect(Object.fromEntries(portal.callsOf(timeline).at(-1)?.search ?? [])).toMatchObject(span));
    expect(router.state.location.search).toEqual({ show: 'creatures', period: 'custom', ...span });
  });
});

describe('what a player said', () => {
  it('is searched and filtered by the address, and comes page by page', async () => {
    const routes: Routes = {
      [chat]: ({ search }) => ({
        data:
          search.get('before') === null
            ? {
                messages: [
                  buildSaid({ id: '9', text: hostileName }),
                  buildSaid({ id: '8', kind: 'portal', server: null }),
                ],
                hasMore: true,
              }
            : { messages: [buildSaid({ id: '3', text: 'older', server: ragnarok })], hasMore: false },
      }),
    };
    const { portal, person, router } = show({ places: adminPlaces(), routes, address: '?view=chat&server=s2' });
    expect(await rowsIn()).toEqual([
      expect.stringMatching(/In the game: <b>=cmd\(\)‹U\+202E›‹U\+0000›evilThe Island$/),
      expect.stringMatching(/From the portal: helloAll servers$/),
    ]);
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('older')).toBeDefined();
    expect(portal.callsOf(chat).at(-1)?.search.get('before')).toBe('8');
    await person.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'gg');
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 'chat', server: 's2', search: 'gg' }));
    await waitFor(() =>
      expect(Object.fromEntries(portal.callsOf(chat).at(-1)?.search ?? [])).toEqual({ search: 'gg', serverId: 's2' }),
    );
  });

  it('stays when the next page fails, which can be tried again', async () => {
    let failures = 1;
    const routes: Routes = {
      [chat]: ({ search }) => {
        if (search.get('before') === null) return { data: { messages: [buildSaid({ id: '9' })], hasMore: true } };
        failures -= 1;
        if (failures >= 0) return { status: 403, error: 'Not now.', code: 'FORBIDDEN' };
        return { data: { messages: [buildSaid({ id: '3', text: 'older' })], hasMore: false } };
      },
    };
    const { person } = show({ routes, address: '?view=chat' });
    await person.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    expect(screen.getByText('hello')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('older')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('says in words what Admins did, with the outcome', async () => {
  const list = [
    buildAction({ id: '9', action: 'players.kill', outcome: 'SERVER_OFFLINE' }),
    buildAction({ id: '8', action: 'players.console', outcome: 'done', command: 'GiveItem <b>' }),
    buildAction({ id: '7', action: 'players.unban', outcome: 'sent', server: { id: 'x', name: null } }),
    buildAction({ id: '6' }),
    buildAction({ id: '5', action: '__proto__', outcome: 'done', server: null }),
  ];
  show({
    places: adminPlaces(),
    routes: { [actions]: { data: { actions: list, hasMore: false } } },
    address: '?view=actions',
  });
  const rows = (await rowsIn()).map((text) => text?.replace(/^.*?[AP]M/, ''));
  expect(rows).toEqual([
    expect.stringMatching(/^Kill: Olive tried to kill the character failed: .+The Island$/),
    'Console command: Olive ran a console commandGiveItem <b>The Island',
    'Unban: Olive lifted the ban sent, not confirmed by the gameRemoved server',
    'Ban: Olive banned the player confirmed by the gameThe Island',
    'Action: Olive did “__proto__”',
  ]);
});

it('shows mail, and withdraws the own that still waits', async () => {
  const withdraw = 'DELETE /ark/servers/{id}/mail/{mailId}';
  const { portal, person } = show({
    routes: {
      [mail]: {
        data: {
          mails: [buildPlayerMail({ id: 'm2', isYours: true, state: 'waiting' }), buildPlayerMail()],
          next: null,
        },
      },
      [withdraw]: { data: {} },
    },
    address: '?view=mail',
  });
  const rows = await rowsIn();
  expect(rows[0]).toContain('Your base from you waitingPlease move it.Withdraw');
  expect(rows[1]).toContain('Your base from Olive deliveredPlease move it.The Island');
  await person.click(screen.getByRole('button', { name: 'Withdraw “Your base”' }));
  await waitFor(() => expect(portal.callsOf(withdraw)[0]?.path).toBe('/ark/servers/s1/mail/m2'));
  await waitFor(() => expect(portal.callsOf(mail)).toHaveLength(2));
});

describe('actions', () => {
  it('are not offered to members without a character there', async () => {
    show();
    await screen.findByRole('tablist');
    expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
  });

  it('are mail alone for players of the server', async () => {
    const link = { serverId: 's1', playerId: '76561198000000009', isAdmin: false };
    const ark = { controlledServers: [], favoriteServers: [], linkedPlayers: [link] };
    show({ user: buildUser({ ark }), places: [buildPersonServer(), buildPersonServer({ server: ragnarok })] });
    expect(await buttons()).toEqual(['Mail']);
    expect((await section()).queryByRole('group')).toBeNull();
  });

  it('are for the server where the player is online, or another one; disabled with the reason', async () => {
    const { portal, person } = show({
      user: admin,
      places: adminPlaces(),
      routes: { [`${onPlayer}/kill`]: { data: { outcome: 'confirmed' } } },
    });
    expect(await buttons()).toEqual(['Mail', 'Kill', 'Ban', 'Console command', 'Sanction…']);
    const found = await section();
    await person.click(found.getByRole('button', { name: 'Kill' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/on/).textContent).toContain('The Island');
    await person.click(dialog.getByRole('button', { name: 'Kill' }));
    expect(await screen.findByText('Kill of Mira: confirmed by the game.')).toBeDefined();
    expect(portal.callsOf(`${onPlayer}/kill`)[0]?.path).toContain('/servers/s1/');
    await person.click(found.getByRole('radio', { name: 'Ragnarok' }));
    expect(await found.findByText('Kill: The player is not online.')).toBeDefined();
    expect(found.getByRole('button', { name: 'Kill' }).hasAttribute('disabled')).toBe(true);
  });

  it('lift a ban, and the page asks again', async () => {
    const unban = 'DELETE /ark/servers/{id}/players/{playerId}/ban';
    const ban = { bannedBy: 'Adam', bannedAt: daysAgo(3) };
    const { portal, person } = show({
      user: admin,
      places: [buildPersonServer({ isAdmin: true, ban })],
      routes: { [unban]: { data: { outcome: 'sent' } } },
    });
    await person.click(await (await section()).findByRole('button', { name: 'Unban' }));
    expect(await screen.findByText('Unban of Mira: sent, not yet confirmed by the game.')).toBeDefined();
    await waitFor(() => expect(portal.callsOf('GET /ark/players/{playerId}').length).toBeGreaterThan(1));
  });
});

describe('the sanctions of a player', () => {
  const list = 'GET /ark/sanctions';
  const sanctions = { [list]: { data: { sanctions: [buildSanction({ playerId: miraId })], total: 1, next: null } } };

  it('are counted beside the name, listed in a tab, and lead to the receipt', async () => {
    const entry = buildEntry({ kind: 'banned', sanctionId: 'b7' });
    const { portal, person, router } = show({
      user: admin,
      places: adminPlaces(),
      routes: { ...sanctions, [timeline]: { data: { entries: [entry], next: null } } },
    });
    const receipt = await screen.findByRole('link', { name: 'Open this sanction' });
    expect(receipt.getAttribute('href')).toBe(`/arkbot/bans?kind=all&player=${miraId}&sanction=b7`);
    await person.click(await screen.findByRole('link', { name: '1 active sanction' }));
    const grid = within(await screen.findByRole('grid', { name: 'Sanctions, newest first' }));
    expect(Object.fromEntries(portal.callsOf(list).at(-1)?.search ?? [])).toEqual({ playerId: miraId });
    await person.click(grid.getByText('Mesh building'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/bans'));
    expect(router.state.location.search).toEqual({ kind: 'all', player: miraId, sanction: 'b1' });
  });

  it('are all of them behind an entry that does not name its sanction', async () => {
    const entry = buildEntry({ kind: 'banned' });
    const routes = { ...sanctions, [timeline]: { data: { entries: [entry], next: null } } };
    show({ user: admin, places: adminPlaces(), routes });
    expect(await screen.findByRole('link', { name: 'Sanctions of this player' })).toBeDefined();
  });

  it('are there for someone who was never seen', async () => {
    const missing = { status: 404, code: 'NOT_FOUND', error: 'No such player.' };
    show({ user: admin, routes: { ...sanctions, 'GET /ark/players/{playerId}': missing } });
    expect(await screen.findByRole('grid', { name: 'Sanctions, newest first' })).toBeDefined();
  });

  it('propose the page as evidence, and the server of the actions', async () => {
    const { portal, person } = show({
      user: admin,
      places: adminPlaces(),
      address: '?view=chat',
      routes: {
        ...sanctions,
        'GET /ark/servers': { data: [buildListedServer(island), buildListedServer(ragnarok)] },
        'POST /ark/sanctions': {
          data: buildSanction({ kind: 'kick', servers: { total: 1, waiting: 0, confirmed: 1, failed: 0 } }),
        },
      },
    });
    await person.click(await (await section()).findByRole('button', { name: 'Sanction…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sanction Mira' }));
    await person.click(dialog.getByRole('radio', { name: 'Kick' }));
    await person.click(dialog.getByRole('button', { name: 'Add this page' }));
    await waitFor(() => expect(dialog.getByLabelText<HTMLSelectElement>('Where').value).toBe('server:s1'));
    await person.click(dialog.getByRole('button', { name: 'Kick' }));
    expect(await screen.findByText('Otto was kicked from The Island.')).toBeDefined();
    expect(portal.callsOf('POST /ark/sanctions')[0]?.body).toMatchObject({
      kind: 'kick',
      playerId: miraId,
      reach: { type: 'server', serverId: 's1' },
      evidence: [{ kind: 'link', url: `${path}?view=chat`, text: '' }],
    });
  });
});
