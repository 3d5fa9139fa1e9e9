import { roles } from '@tribehall/contract/roles';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { User } from '../../features/users/users.queries.ts';
import { buildChatMessage, buildChatPage } from '../../testing/chat.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildAttention, buildAway, buildCharacter, buildHome } from '../../testing/home.ts';
import { later } from '../../testing/later.ts';
import { bobId, buildEntry, buildOnline, island, miraId, ragnarok } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

type Replies = Parameters<typeof fakePortal>[0];

const accessToken = 't1';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString();

function openHome(user: Partial<User> = {}, replies: Replies = {}) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser(user) },
    'GET /home': { data: buildHome() },
    'GET /ark/players': { data: [] },
    ...replies,
  });
  return { portal, ...renderApp('/', { accessToken }) };
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('who has a session', () => {
  it('does not see the landing page while the user is loaded', async () => {
    const me = later<{ data: object }>();
    fakePortal({ 'GET /users/me': () => me.promise, 'GET /home': { data: buildHome() } });
    renderApp('/', { accessToken });
    expect(await screen.findByRole('main')).toBeDefined();
    expect(screen.queryByRole('heading', { name: /Welcome/ })).toBeNull();
    me.resolve({ data: buildUser() });
    expect(await screen.findByRole('heading', { name: 'Welcome back, Mira' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Manage ARK Servers' })).toBeDefined();
  });
});

describe('a newcomer', () => {
  it('reads in every part why it is empty and what to do', async () => {
    openHome();
    expect(await screen.findByText('No survivors online')).toBeDefined();
    expect(screen.getByText(/No one is online right now/)).toBeDefined();
    expect(await screen.findByText(/Link your character on the page of a server/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Choose a server' }).getAttribute('href')).toBe('/arkbot/servers?list=all');
    expect(screen.getByText(/When you come back/)).toBeDefined();
    expect(screen.getByText(/There is no server yet/)).toBeDefined();
    expect(screen.getByText(/Star a server/)).toBeDefined();
    expect(screen.queryByText(/Everything is fine/)).toBeNull();
  });
});

describe('an Admin of a portal without servers', () => {
  const noServers = { 'GET /home': { data: buildHome() } };

  it('is offered to add the first one, and gets to its page', async () => {
    const { person, router } = openHome(
      { roles: [roles.Admin] },
      {
        ...noServers,
        'POST /ark/servers': { data: { server: { id: 's9', name: 'Fjordur' }, token: 'th_x', commandLine: 'npx' } },
      },
    );
    expect(await screen.findByText('Add your first server')).toBeDefined();
    const add = screen.getByRole('button', { name: 'Add server' });
    await person.click(add);
    await screen.findByRole('dialog', { name: 'Add server' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(add));
    await person.click(add);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add server' }));
    await person.type(await dialog.findByLabelText('Name'), 'Fjordur{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s9'));
  });

  it('is not once there is one, and members never are', async () => {
    const chat = { kind: 'server' as const, id: 's1', name: 'The Island', mayWrite: false };
    openHome({ roles: [roles.Admin] }, { 'GET /home': { data: buildHome({ chat }) } });
    expect(await screen.findByText(/Star a server/)).toBeDefined();
    expect(screen.queryByText('Add your first server')).toBeNull();
    cleanup();
    openHome({}, noServers);
    expect(await screen.findByText(/There is no server yet/)).toBeDefined();
    expect(screen.queryByText('Add your first server')).toBeNull();
  });
});

describe('a member', () => {
  const linkedPlayers = [{ serverId: island.id, playerId: miraId, isAdmin: false }];
  const ark = { controlledServers: [], favoriteServers: [], linkedPlayers };

  it('sees their tribe first among those online, live', async () => {
    const strangers = Array.from({ length: 11 }, (_, index) =>
      buildOnline({ id: `7656119800000010${index}`, name: `Stranger ${index}`, server: ragnarok, tribe: null }),
    );
    let people = [...strangers, buildOnline({ id: bobId, name: 'Bob', joinedAt: hoursAgo(2) })];
    const { portal } = openHome(
      { ark },
      {
        'GET /home': { data: buildHome({ previousVisitAt: hoursAgo(9), characters: [buildCharacter()] }) },
        'GET /ark/players': () => ({ data: people }),
      },
    );
    expect(await screen.findByText(/12 survivors online on 2 servers/)).toBeDefined();
    expect(screen.getByText('9 hours ago')).toBeDefined();
    const online = await panel('Online now');
    await waitFor(() => expect(online.getAllByRole('listitem')[0]?.textContent).toContain('Bob'));
    expect(online.getAllByRole('listitem')[0]?.textContent).toContain('2 h');
    expect(online.getAllByRole('listitem')).toHaveLength(10);
    expect(online.getByRole('link', { name: 'See all 12' }).getAttribute('href')).toBe('/arkbot/players');
    expect(online.getByRole('link', { name: 'All players' })).toBeDefined();
    people = [buildOnline()];
    portal.push({ topic: 'people.online', event: 'changed', data: {} });
    expect(await online.findByText('you')).toBeDefined();
    expect((await panel('Your characters')).getByText('online')).toBeDefined();
  });

  it('sees their characters with level, tribe and when they were last seen', async () => {
    const characters = [
      buildCharacter({ isAdmin: true, lastSeenAt: hoursAgo(48) }),
      buildCharacter({ server: ragnarok, playerId: bobId, name: null, survivor: null, level: null, tribe: null }),
    ];
    openHome({ ark }, { 'GET /home': { data: buildHome({ characters }) } });
    const mine = await panel('Your characters');
    expect((await mine.findByRole('link', { name: 'Maren' })).getAttribute('href')).toBe(`/arkbot/players/${miraId}`);
    expect(mine.getByText('mira_plays · Level 104 · Porters')).toBeDefined();
    expect(mine.getByText('admin')).toBeDefined();
    expect(mine.getByText('2 days ago')).toBeDefined();
    expect(mine.getByRole('link', { name: 'The Island' }).getAttribute('href')).toBe('/arkbot/servers/s1');
    expect(mine.getByRole('link', { name: bobId })).toBeDefined();
  });

  it('reads what happened while they were away', async () => {
    const away = buildAway({
      counts: { deaths: 1, kills: 0, tames: 2, creaturesLost: 0, structuresLost: 41, others: 0 },
      entries: [
        buildEntry({ id: '2', kind: 'lost', player: null, tribe: { id: 1, name: 'Porters' }, thing: 'Stone <b>Wall' }),
        buildEntry({ id: '1', kind: 'died', other: { id: null, name: 'Rex', level: 50, kind: 'creature' } }),
      ],
      mail: { count: 2, latest: { sender: 'Olive', subject: 'Your base', playerId: miraId, sentAt: hoursAgo(1) } },
      downloads: { done: 1, failed: 2 },
    });
    openHome({ ark }, { 'GET /home': { data: buildHome({ characters: [buildCharacter()], away }) } });
    const news = await panel('While you were away');
    expect(await news.findByText('1 death, 2 tames, 41 structures lost')).toBeDefined();
    expect(news.getByText('9 h')).toBeDefined();
    const items = news.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toContainEqual(expect.stringContaining('Porters lost a Stone <b>Wall'));
    expect(items).toContainEqual(expect.stringContaining('Maren was killed by a Rex (level 50)'));
    expect(news.getByRole('link', { name: '2 new mails' }).getAttribute('href')).toBe(
      `/arkbot/players/${miraId}?view=mail`,
    );
    expect(news.getByRole('link', { name: '1 download finished, 2 failed' })).toBeDefined();
  });

  it('says that nothing happened', async () => {
    openHome({ ark }, { 'GET /home': { data: buildHome({ characters: [buildCharacter()], away: buildAway() }) } });
    expect(await screen.findByText('Nothing happened to your characters and your tribe.')).toBeDefined();
  });

  it('reads the chat of their cluster live, and writes to it', async () => {
    const sent = { message: buildChatMessage(40, { text: 'on my way' }), reached: 1, servers: 1 };
    const { portal, person } = openHome(
      { ark },
      {
        'GET /home': {
          data: buildHome({ chat: { kind: 'cluster', id: 'c1', name: 'Obelisk \u202e', mayWrite: true } }),
        },
        'GET /ark/clusters/{id}/chat': { data: buildChatPage(1, 30) },
        'POST /ark/clusters/{id}/chat': { data: sent },
      },
    );
    const chat = await panel('Chat · Obelisk ‹U+202E›');
    expect(await chat.findByText('line 30')).toBeDefined();
    expect(chat.getAllByRole('listitem')).toHaveLength(8);
    portal.push({ topic: 'chat.cluster/c1', event: 'added', data: buildChatMessage(31, { text: 'news' }) });
    expect(await chat.findByText('news')).toBeDefined();
    expect(chat.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe('/arkbot/clusters/c1/chat');
    await person.type(chat.getByRole('textbox', { name: 'Message' }), 'on my way{Enter}');
    expect(await chat.findByText('on my way')).toBeDefined();
  });

  it('who may not write gets the link only', async () => {
    openHome(
      {},
      {
        'GET /home': { data: buildHome({ chat: { kind: 'server', id: 's1', name: 'The Island', mayWrite: false } }) },
        'GET /ark/servers/{id}/chat': { data: { messages: [], hasMore: false } },
      },
    );
    const chat = await panel('Chat · The Island');
    expect(await chat.findByText(/No messages yet/)).toBeDefined();
    expect(chat.queryByRole('textbox')).toBeNull();
  });

  it('parts fail alone', async () => {
    const broken = { status: 500, error: 'It broke.', code: 'INTERNAL' };
    openHome({ ark }, { 'GET /home': broken, 'GET /ark/players': { data: [buildOnline()] } });
    expect(await (await panel('Online now')).findByRole('link', { name: 'Mira' })).toBeDefined();
    expect(await (await panel('Your characters')).findByText('INTERNAL: It broke.')).toBeDefined();
  });
});

describe('what needs an Admin', () => {
  const admin = { roles: [roles.Admin] };
  const attention = buildAttention({
    servers: [
      { server: ragnarok, state: 'down', reason: 'RCON <refused>', since: hoursAgo(2), hasConnected: true },
      { server: island, state: 'offline', reason: null, since: null, hasConnected: false },
    ],
    serverCount: 2,
    agents: [
      { name: 'tribehall-agent', version: '0.1.0+aa', serverCount: 2, server: island },
      { name: 'tribehall-agent', version: '0.2.0+bb', serverCount: 5, server: ragnarok },
    ],
  });
  const offered = { version: '0.2.0', build: 'bb', commandLine: 'npx …' };

  it('is shown with the reason, since when, and a link to the place', async () => {
    openHome(admin, {
      'GET /home': { data: buildHome({ attention }) },
      'GET /ark/agent': { data: offered },
    });
    const down = await screen.findByRole('link', { name: /Ragnarok is down/ });
    expect(down.textContent).toContain('RCON <refused> · since 2 hours ago');
    expect(down.getAttribute('href')).toBe('/arkbot/servers/s2');
    expect(screen.getByRole('link', { name: /The Island is not set up yet/ })).toBeDefined();
    expect(await screen.findByRole('link', { name: /Agent 0\.1\.0 on 2 servers/ })).toBeDefined();
    expect(screen.queryByText(/Agent 0\.2\.0/)).toBeNull();
  });

  it('of many servers shows the worst and counts the others', async () => {
    const servers = Array.from({ length: 12 }, (_, index) => ({
      server: { id: `d${index}`, name: `Down ${index}` },
      state: 'down' as const,
      reason: null,
      since: null,
      hasConnected: true,
    }));
    openHome(admin, { 'GET /home': { data: buildHome({ attention: buildAttention({ servers, serverCount: 40 }) }) } });
    expect(await screen.findByRole('link', { name: /37 more servers have problems/ })).toBeDefined();
    expect(screen.getAllByRole('link', { name: /is down/ })).toHaveLength(3);
  });

  it('is one quiet line if nothing does', async () => {
    const { portal } = openHome(admin, { 'GET /home': { data: buildHome({ attention: buildAttention() }) } });
    expect(await screen.findByText(/Everything is fine/)).toBeDefined();
    expect(portal.callsOf('GET /skibapbot/music/queue')).toEqual([]);
  });

  it('failed logins are shown to the Owner, typing errors are not', async () => {
    let logins = { failed: 3, locked: 0 };
    const { queryClient } = openHome(
      { roles: [roles.Owner] },
      { 'GET /home': () => ({ data: buildHome({ attention: buildAttention({ logins }) }) }) },
    );
    expect(await screen.findByText(/Everything is fine/)).toBeDefined();
    logins = { failed: 9, locked: 1 };
    await queryClient.invalidateQueries({ queryKey: ['home'] });
    const card = await screen.findByRole('link', { name: /1 account is locked/ });
    expect(card.getAttribute('href')).toBe('/logs?search=A%20login%20failed');
  });
});
