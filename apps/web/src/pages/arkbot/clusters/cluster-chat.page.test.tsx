import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildChatMessage, buildChatPage } from '../../../testing/chat.ts';
import { buildCluster, buildClusterServer } from '../../../testing/clusters.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { later } from '../../../testing/later.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/clusters/c1/chat';
const playerId = '76561190000000001';
const linked = {
  controlledServers: [],
  favoriteServers: [],
  linkedPlayers: [{ serverId: 's1', playerId, isAdmin: false }],
};
const asPlayer = { 'GET /users/me': { data: buildUser({ ark: linked }) } };
const asStranger = { 'GET /users/me': { data: buildUser() } };
const details = { 'GET /ark/clusters/{id}/details': { data: buildCluster() } };
const players = { 'GET /ark/clusters/{id}/players': { data: [] } };
const chat = { 'GET /ark/clusters/{id}/chat': { data: buildChatPage(1, 3) } };
const base = { ...asPlayer, ...details, ...players, ...chat };

type Portal = ReturnType<typeof fakePortal>;
const added = (id: number, changes = {}) => ({
  topic: 'chat.cluster/c1',
  event: 'added',
  data: buildChatMessage(id, changes),
});
const isListening = (portal: Portal) =>
  waitFor(() =>
    expect(portal.requests.findLast((request) => request.path === '/events')?.search.get('topics')).toContain(
      'chat.cluster/c1',
    ),
  );
const rowsIn = (log: HTMLElement) => [...log.querySelectorAll('[data-index]')].map((row) => row.textContent ?? '');
const textsIn = (log: HTMLElement) => rowsIn(log).map((text) => /line \d+/.exec(text)?.[0]);

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Message' });

/** There is no layout in tests, so the scroll position is set. */
function scrollTo(log: HTMLElement, scrollTop: number) {
  Object.defineProperty(log, 'scrollHeight', { configurable: true, value: 4000 });
  fireEvent.scroll(log, { target: { scrollTop } });
}

/** Returns a function that notifies an element's observers of a new size. */
function observeResizes() {
  const observers = new Map<ResizeObserver, { callback: ResizeObserverCallback; targets: Set<Element> }>();
  vi.stubGlobal(
    'ResizeObserver',
    class implements ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        observers.set(this, { callback, targets: new Set() });
      }
      observe(target: Element) {
        observers.get(this)?.targets.add(target);
      }
      unobserve(target: Element) {
        observers.get(this)?.targets.delete(target);
      }
      disconnect() {
        observers.get(this)?.targets.clear();
      }
    },
  );
  return (element: Element) => {
    for (const [observer, { callback, targets }] of observers) if (targets.has(element)) callback([], observer);
  };
}

describe('the chat of a cluster', () => {
  it('adds live messages, each once', async () => {
    const snapshot = buildChatPage(2, 4).messages.toReversed();
    const portal = fakePortal(base, [{ topic: 'chat.cluster/c1', event: 'snapshot', data: snapshot }, added(4)]);
    renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    await waitFor(() => expect(textsIn(log)).toEqual(['line 1', 'line 2', 'line 3', 'line 4']));
    portal.push(added(5));
    portal.push(added(5));
    portal.push(added(6));
    await waitFor(() => expect(textsIn(log).slice(-2)).toEqual(['line 5', 'line 6']));
    expect(new Set(textsIn(log)).size).toBe(6);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Online Players');
  });

  it('shows messages that arrive while the first page is loading', async () => {
    const reply = later<{ data: object }>();
    const portal = fakePortal({ ...base, 'GET /ark/clusters/{id}/chat': () => reply.promise });
    renderApp(path, { accessToken });
    await isListening(portal);
    portal.push(added(4));
    await screen.findByText('line 4');
    reply.resolve({ data: buildChatPage(1, 3) });
    const log = await screen.findByRole('log');
    await waitFor(() => expect(textsIn(log)).toEqual(['line 1', 'line 2', 'line 3', 'line 4']));
  });

  it('shows day, time, server, where it comes from, and whose it is', async () => {
    const messages = [
      buildChatMessage(4, { kind: 'portal', userId: 'u1', name: 'Mira', server: null }),
      buildChatMessage(3, { playerId, survivor: 'Sir Rex', tribe: 'Reds' }),
      buildChatMessage(2, { kind: 'discord', at: '2026-03-04T13:30:00.000Z' }),
      buildChatMessage(1, { kind: 'server', at: '2026-03-01T12:00:00.000Z' }),
    ];
    fakePortal({ ...base, 'GET /ark/clusters/{id}/chat': { data: { messages, hasMore: false } } });
    renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    await waitFor(() => expect(rowsIn(log)).toHaveLength(4));
    const [server, discord, own, portal] = rowsIn(log);
    expect(server).toContain('March 1, 2026');
    expect(server).toContain('server');
    expect(discord).toContain('March 4, 2026');
    expect(discord).toContain('Discord');
    expect(own).not.toContain('2026');
    expect(own).toContain('Sir Rex (Rex) (you) [Reds] line 3');
    expect(portal).toContain('all servers');
    expect(portal).toContain('Mira (you)');
  });

  it('shows hostile names and messages as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const text = 'a\u0000b\u202E\nhttps://evil.example javascript:alert(1)';
    const messages = [buildChatMessage(1, { name, text, playerId })];
    fakePortal({ ...base, 'GET /ark/clusters/{id}/chat': { data: { messages, hasMore: false } } });
    renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    expect(await within(log).findByText(name)).toBeDefined();
    const element = within(log).getByText('a‹U+0000›b‹U+202E›‹U+000A›https://evil.example javascript:alert(1)');
    expect(element.tagName).toBe('BDI');
    // The name links to the player; nothing else is a link, however it reads.
    expect([...log.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [name, `/arkbot/players/${playerId}`],
    ]);
    expect(log.querySelector('img')).toBeNull();
  });

  it('names speakers without a player as text', async () => {
    const messages = [buildChatMessage(1, { kind: 'discord', playerId: null, name: 'https://evil.example' })];
    fakePortal({ ...base, 'GET /ark/clusters/{id}/chat': { data: { messages, hasMore: false } } });
    renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    expect(await within(log).findByText('https://evil.example')).toBeDefined();
    expect(log.querySelector('a')).toBeNull();
  });

  it('stays where the reader is, counts what is new and leads back', async () => {
    const portal = fakePortal(base);
    const { person } = renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    await isListening(portal);
    scrollTo(log, 3360);
    expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
    scrollTo(log, 1000);
    expect(await screen.findByText('paused')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Jump to newest' })).toBeDefined();
    portal.push(added(4));
    portal.push(added(5));
    await person.click(await screen.findByRole('button', { name: '2 new' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /new/ })).toBeNull());
    expect(screen.queryByText('paused')).toBeNull();
  });

  it('stays at the end when the list shrinks, unless the reader has scrolled up', async () => {
    const resize = observeResizes();
    const portal = fakePortal(base);
    renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    await isListening(portal);
    scrollTo(log, 3360);
    Object.defineProperty(log, 'clientHeight', { configurable: true, value: 300 });
    resize(log);
    await waitFor(() => expect(log.scrollTop).toBe(3700));
    scrollTo(log, 1000);
    await screen.findByText('paused');
    Object.defineProperty(log, 'clientHeight', { configurable: true, value: 200 });
    resize(log);
    expect(log.scrollTop).toBe(1000);
  });

  it('loads what is further up when the top is near', async () => {
    const portal = fakePortal({
      ...base,
      'GET /ark/clusters/{id}/chat': ({ search }) => ({
        data: search.has('before') ? buildChatPage(7, 9) : buildChatPage(10, 12, true),
      }),
    });
    renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    await waitFor(() => expect(textsIn(log)[0]).toBe('line 7'));
    expect(portal.callsOf('GET /ark/clusters/{id}/chat').at(-1)?.search.get('before')).toBe('10');
    expect(textsIn(log)).toHaveLength(6);
  });

  it('reports that older messages could not be loaded, and retries on demand', async () => {
    let isBroken = true;
    const broken = { status: 500, error: 'It broke.', code: 'INTERNAL' };
    fakePortal({
      ...base,
      'GET /ark/clusters/{id}/chat': ({ search }) => {
        if (!search.has('before')) return { data: buildChatPage(10, 12, true) };
        return isBroken ? broken : { data: buildChatPage(7, 9) };
      },
    });
    const { person } = renderApp(path, { accessToken });
    expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL: It broke.');
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('line 7')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('searches through the address', async () => {
    const portal = fakePortal({
      ...base,
      'GET /ark/clusters/{id}/chat': ({ search }) => ({
        data: search.has('search') ? { messages: [], hasMore: false } : buildChatPage(1, 3),
      }),
    });
    const { router, person } = renderApp(path, { accessToken });
    await person.type(await screen.findByRole('searchbox', { name: 'Search the chat' }), 'rex & co');
    expect(await screen.findByText('No messages found.')).toBeDefined();
    // The first letters may be searched for while the others are typed.
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'rex & co' }));
    await waitFor(() =>
      expect(portal.callsOf('GET /ark/clusters/{id}/chat').at(-1)?.search.toString()).toBe('search=rex+%26+co'),
    );
    await person.clear(screen.getByRole('searchbox'));
    expect(await screen.findByText('line 3')).toBeDefined();
  });

  it('says that nothing was said yet', async () => {
    fakePortal({ ...base, 'GET /ark/clusters/{id}/chat': { data: { messages: [], hasMore: false } } });
    renderApp(path, { accessToken });
    expect(await screen.findByText('No messages yet.')).toBeDefined();
  });

  it('announces new messages to screen readers at once', async () => {
    const portal = fakePortal(base);
    renderApp(path, { accessToken });
    await screen.findByText('line 3');
    await isListening(portal);
    portal.push(added(4));
    portal.push(added(5));
    portal.push(added(6, { userId: 'u1' }));
    expect(await screen.findByText('2 new messages')).toBeDefined();
  });
});

describe('writing to a cluster', () => {
  const sent = buildChatMessage(9, { kind: 'portal', userId: 'u1', name: 'Mira', text: 'line 9' });

  it('sends with Enter, clears the field, and shows the message once', async () => {
    const reply = { data: { message: sent, reached: 1, servers: 1 } };
    const portal = fakePortal({ ...base, 'POST /ark/clusters/{id}/chat': reply });
    const { person } = renderApp(path, { accessToken });
    const log = await screen.findByRole('log');
    await isListening(portal);
    await person.type(await field(), '  hello there {Enter}');
    await waitFor(() => expect(textsIn(log).at(-1)).toBe('line 9'));
    portal.push(added(9));
    portal.push(added(10));
    await waitFor(() => expect(textsIn(log).slice(-2)).toEqual(['line 9', 'line 10']));
    expect(textsIn(log).filter((text) => text === 'line 9')).toHaveLength(1);
    expect(portal.callsOf('POST /ark/clusters/{id}/chat')[0]?.body).toEqual({ message: 'hello there' });
    expect((await field()).value).toBe('');
    expect(screen.queryByText(/Shown on/)).toBeNull();
  });

  it('says on how many servers the message was shown when it was not all', async () => {
    const reply = { data: { message: sent, reached: 3, servers: 4 } };
    fakePortal({ ...base, 'POST /ark/clusters/{id}/chat': reply });
    const { person } = renderApp(path, { accessToken });
    await person.type(await field(), 'hello{Enter}');
    expect(await screen.findByText('Shown on 3 of 4 servers.')).toBeDefined();
  });

  it('leaves a failed message in the field and says why', async () => {
    const refusal = { status: 429, error: 'Too many requests. Please wait a moment.', code: 'TOO_MANY_REQUESTS' };
    fakePortal({ ...base, 'POST /ark/clusters/{id}/chat': refusal });
    const { person } = renderApp(path, { accessToken });
    await person.type(await field(), 'hello{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(refusal.error);
    expect((await field()).value).toBe('hello');
  });

  it('sends nothing without words, and nothing twice', async () => {
    const portal = fakePortal({ ...base, 'POST /ark/clusters/{id}/chat': () => new Promise(() => {}) });
    const { person } = renderApp(path, { accessToken });
    await person.type(await field(), '   {Enter}');
    await person.type(await field(), 'once{Enter}{Enter}{Enter}');
    await waitFor(() => expect(portal.callsOf('POST /ark/clusters/{id}/chat')).toHaveLength(1));
  });

  it('counts down near the limit and stops there', async () => {
    fakePortal(base);
    const { person } = renderApp(path, { accessToken });
    const input = await field();
    await person.click(input);
    await person.paste('x'.repeat(411));
    expect(screen.queryByText(/characters left/)).toBeNull();
    await person.paste('x'.repeat(50));
    expect(await screen.findByText('51 characters left')).toBeDefined();
    expect(input.maxLength).toBe(512);
  });

  it('is closed to those without a character there, with the reason', async () => {
    fakePortal({ ...base, ...asStranger });
    renderApp(path, { accessToken });
    const input = await field();
    expect(input.disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    const reason = screen.getByText('You need a linked character on a server of this cluster.');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.contains(reason)).toBe(true);
  });
});

describe('the players of a cluster', () => {
  it('stand beside the chat by server, and follow the cluster', async () => {
    let names = ['Rex', 'x\u202Ey'];
    const servers = [
      buildClusterServer(),
      buildClusterServer({ id: 's2', name: 'Ragnarok', state: 'down', playerCount: null }),
    ];
    const portal = fakePortal({
      ...base,
      'GET /ark/clusters/{id}/details': { data: buildCluster({ servers }) },
      'GET /ark/clusters/{id}/players': () => ({
        data: names.map((name, index) => ({ id: `p${index}`, name, survivor: null, serverId: 's1' })),
      }),
    });
    renderApp(path, { accessToken });
    const region = within(await screen.findByRole('region', { name: 'Players' }));
    const link = await region.findByRole('link', { name: 'Rex' });
    expect(link.getAttribute('href')).toBe('/arkbot/servers/s1/players?playerId=p0');
    expect(region.getByText('x‹U+202E›y')).toBeDefined();
    expect(region.getByRole('heading', { name: 'Ragnarok down' })).toBeDefined();
    await isListening(portal);
    names = ['Mo'];
    portal.push({ topic: 'clusters.state/c1', event: 'changed', data: buildCluster({ servers }) });
    expect(await region.findByText('Mo')).toBeDefined();
    expect(region.queryByText('Rex')).toBeNull();
  });

  it('are none where nobody plays', async () => {
    fakePortal(base);
    renderApp(path, { accessToken });
    expect(await screen.findByText('No players found.')).toBeDefined();
  });
});
