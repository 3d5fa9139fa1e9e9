import { rights } from '@tribehall/contract/rights';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPlayer, buildServer } from '../../../testing/ark.ts';
import { buildChatMessage, buildChatPage } from '../../../testing/chat.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/servers/s1/chat';
const nico = buildPlayer({ survivor: null });
const linkedPlayers = [{ serverId: 's1', playerId: nico.id, isAdmin: false }];
const asPlayer = {
  'GET /users/me': { data: buildUser({ ark: { controlledServers: [], favoriteServers: [], linkedPlayers } }) },
};
const base = {
  ...asPlayer,
  'GET /ark/servers/{id}/details': { data: buildServer() },
  'GET /ark/servers/{id}/players': { data: [nico] },
  'GET /ark/servers/{id}/chat': { data: buildChatPage(1, 3) },
} as const;

type Portal = ReturnType<typeof fakePortal>;
const isListening = (portal: Portal) =>
  waitFor(() =>
    expect(portal.requests.findLast((request) => request.path === '/events')?.search.get('topics')).toContain(
      'chat.server/s1',
    ),
  );
const textsIn = (log: HTMLElement) =>
  [...log.querySelectorAll('[data-index]')].map((row) => /line \d+/.exec(row.textContent ?? '')?.[0]);
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Message' });

describe('the chat of a server in no cluster', () => {
  it('shows what was said, adds what is said, and needs no server name on each message', async () => {
    const portal = fakePortal(base);
    renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    await waitFor(() => expect(textsIn(log)).toEqual(['line 1', 'line 2', 'line 3']));
    await isListening(portal);
    portal.push({ topic: 'chat.server/s1', event: 'added', data: buildChatMessage(4) });
    await waitFor(() => expect(textsIn(log).at(-1)).toBe('line 4'));
    expect(log.textContent).not.toContain('The Island');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Server Chat');
    expect(screen.queryByRole('link', { name: /cluster/i })).toBeNull();
  });

  it('sends with Enter on behalf of the linked character', async () => {
    const portal = fakePortal({ ...base, 'POST /ark/servers/{id}/sendChatMessage': { data: {} } });
    const { person } = renderApp(path, { accessToken });
    await person.type(await field(), ' hello {Enter}');
    await waitFor(async () => expect((await field()).value).toBe(''));
    const [call] = portal.callsOf('POST /ark/servers/{id}/sendChatMessage');
    expect(call?.body).toMatchObject({ message: 'hello' });
    expect(call?.headers.get('x-instigator')).toBe(nico.id);
  });

  it('is closed with the reason to those without a character there', async () => {
    fakePortal({ ...base, 'GET /users/me': { data: buildUser() } });
    renderApp(path, { accessToken });
    expect((await field()).disabled).toBe(true);
    expect(screen.getByText(rights.serverPlayer)).toBeDefined();
  });

  it('says why nothing can be sent, and that the players are not known, while the server is away', async () => {
    const server = buildServer({ isConnected: false, state: 'offline', playerCount: null });
    fakePortal({
      ...base,
      'GET /ark/servers/{id}/details': { data: server },
      'GET /ark/servers/{id}/players': { data: [] },
    });
    renderApp(path, { accessToken });
    expect((await field()).disabled).toBe(true);
    expect(screen.getByText('The server is not connected.')).toBeDefined();
    expect(await screen.findByText("We don't know who is online right now.")).toBeDefined();
  });

  it('has who is online beside it, live', async () => {
    const portal = fakePortal(base);
    renderApp(path, { accessToken });
    const region = within(await screen.findByRole('region', { name: 'Players' }));
    const link = await region.findByRole('link', { name: 'Nico' });
    expect(link.getAttribute('href')).toBe(`/arkbot/servers/s1/players?playerId=${nico.id}`);
    await isListening(portal);
    portal.push({ topic: 'players.online/s1', event: 'changed', data: [] });
    expect(await region.findByText('No players found.')).toBeDefined();
  });

  it('searches through the address, and says when nothing is found', async () => {
    const portal = fakePortal({
      ...base,
      'GET /ark/servers/{id}/chat': ({ search }) => ({
        data: search.has('search') ? { messages: [], hasMore: false } : buildChatPage(1, 3),
      }),
    });
    const { router, person } = renderApp(path, { accessToken });
    await person.type(await screen.findByRole('searchbox', { name: 'Search the chat' }), 'rex');
    expect(await screen.findByText('No messages found.')).toBeDefined();
    // On a busy machine the first letters are searched for, too.
    await waitFor(() => {
      expect(router.state.location.search).toEqual({ search: 'rex' });
      expect(portal.callsOf('GET /ark/servers/{id}/chat').at(-1)?.search.get('search')).toBe('rex');
    });
  });

  it('loads older messages when the top is near', async () => {
    fakePortal({
      ...base,
      'GET /ark/servers/{id}/chat': ({ search }) => ({
        data: search.has('before') ? buildChatPage(7, 9) : buildChatPage(10, 12, true),
      }),
    });
    renderApp(path, { accessToken });
    expect(await screen.findByText('line 7')).toBeDefined();
  });

  it('says that nothing was said yet, and what went wrong', async () => {
    let isBroken = true;
    const broken = { status: 400, error: 'It broke.', code: 'BAD_REQUEST' };
    fakePortal({
      ...base,
      'GET /ark/servers/{id}/chat': () => (isBroken ? broken : { data: { messages: [], hasMore: false } }),
    });
    const { person } = renderApp(path, { accessToken });
    expect((await screen.findByRole('alert')).textContent).toContain('It broke.');
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No messages yet.')).toBeDefined();
  });
});

describe('the chat of a server in a cluster', () => {
  it("leads to the cluster's chat and marks what was said to all its servers", async () => {
    const messages = [buildChatMessage(1, { kind: 'portal', server: null })];
    fakePortal({
      ...base,
      'GET /ark/servers/{id}/details': { data: buildServer({ cluster: { id: 'c1', name: 'Crossark' } }) },
      'GET /ark/servers/{id}/chat': { data: { messages, hasMore: false } },
    });
    renderApp(path, { accessToken });
    const link = await screen.findByRole('link', { name: 'Open the cluster chat of Crossark' });
    expect(link.getAttribute('href')).toBe('/arkbot/clusters/c1/chat');
    expect(await screen.findByText('all servers')).toBeDefined();
  });
});
