import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { live } from '../../lib/live/live.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildLogReply, buildLogEntry } from '../../testing/logs.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const base = {
  'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) },
  'GET /logs/sources': {
    data: [
      { host: 'portal-1', label: 'Portal', keys: ['http', 'jobs'] },
      { host: 'agent-7', label: 'The Island', keys: ['chat', 'game'] },
    ],
  },
};
const withReply = (data: object) => ({ ...base, 'GET /logs/entries': { data } });
const added = (...hosts: string[]) => ({ topic: 'logs', event: 'added', data: { hosts } });

const list = () => screen.findByRole('log');
const texts = () => [...document.querySelectorAll('[data-id] > bdi')].map(({ textContent }) => textContent);
const showsLines = (...lines: string[]) => waitFor(() => expect(texts()).toEqual(lines));

/** There is no layout in tests, so the scroll position is set. */
function scrollTo(element: HTMLElement, scrollTop: number) {
  Object.defineProperty(element, 'scrollHeight', { configurable: true, value: 2_000 });
  element.scrollTop = 1_360;
  fireEvent.scroll(element);
  element.scrollTop = scrollTop;
  fireEvent.scroll(element);
}

describe('the list of log lines', () => {
  it('shows time, level in words, host by its label, part and text, oldest first', async () => {
    const entries = [
      buildLogEntry(1, { level: 'warn', text: 'slow\u001b[31m <b>answer</b>\u202e' }),
      buildLogEntry(2, { host: 'agent-7', key: 'chat', level: 'error', text: 'lost' }),
    ];
    const portal = fakePortal(withReply({ entries, hasMore: false, skipped: 0 }));
    renderApp('/logs', { accessToken });
    await showsLines('slow‹U+001B›[31m <b>answer</b>‹U+202E›', 'lost');
    const lines = within(await list());
    expect(lines.getByText('Warning')).toBeDefined();
    expect(lines.getByText('Error')).toBeDefined();
    expect(await lines.findByText('The Island')).toBeDefined();
    expect(lines.getByText('chat')).toBeDefined();
    expect(portal.callsOf('GET /logs/entries')[0]?.search.toString()).toBe('');
  });

  it('says the exact time as everywhere else, once the pointer is over it', async () => {
    const entry = buildLogEntry(1, {});
    fakePortal(withReply({ entries: [entry], hasMore: false, skipped: 0 }));
    renderApp('/logs', { accessToken });
    const time = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-id] time');
      if (found === null) throw new Error('No line yet.');
      return found;
    });
    expect(time.title).toBe('');
    fireEvent.pointerOver(time);
    expect(time.title).toBe(formatDateTime(entry.at));
  });

  it('shows the exact specified text when there is nothing, why, and what to do', async () => {
    fakePortal(withReply(buildLogReply(1, 0)));
    const { person, router } = renderApp('/logs', { accessToken });
    expect(await screen.findByText('No logs found.')).toBeDefined();
    expect(screen.getByText('Nothing was logged in this time range.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Show 24 hours' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ range: '24h' }));
  });

  it('takes the filters away where they hide everything', async () => {
    fakePortal(withReply(buildLogReply(1, 0)));
    const { person } = renderApp('/logs?range=7d&level=error&search=x', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(window.location.search).toBe('?range=7d'));
  });

  it('keeps the first of two choices that are made at once', async () => {
    fakePortal(withReply(buildLogReply(1, 1)));
    renderApp('/logs', { accessToken });
    await list();
    fireEvent.click(screen.getByRole('radio', { name: 'Yesterday' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Errors' }));
    await waitFor(() => expect(window.location.search).toBe('?range=yesterday&level=error'));
  });

  it('copies a line in the form in which it is seen', async () => {
    fakePortal(withReply({ ...buildLogReply(1, 0), entries: [buildLogEntry(1, { text: 'a\u0007b' })] }));
    const { person } = renderApp('/logs', { accessToken });
    await showsLines('a‹U+0007›b');
    (await list()).focus();
    await person.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy line' }));
    await person.keyboard('{Enter}');
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe('2026-03-04T12:00:01.000Z INFO portal-1 http a‹U+0007›b'),
    );
  });

  it('offers to copy every line to screen readers, without stops for the Tab key', async () => {
    fakePortal(withReply(buildLogReply(1, 3)));
    const { person } = renderApp('/logs', { accessToken });
    await showsLines('line 1', 'line 2', 'line 3');
    const copies = screen.getAllByRole('button', { name: 'Copy line' });
    expect(copies).toHaveLength(3);
    expect(copies.filter(({ tabIndex }) => tabIndex >= 0)).toEqual([]);
    await person.click(copies[1] ?? document.body);
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('line 2'));
  });
});

describe('the filters', () => {
  it('are part of the address and of the request', async () => {
    const portal = fakePortal(withReply(buildLogReply(1, 2)));
    const { person } = renderApp('/logs?key=jobs', { accessToken });
    await showsLines('line 1', 'line 2');
    await screen.findByRole('option', { name: 'The Island' });
    await person.selectOptions(screen.getByLabelText('Host'), 'The Island');
    await waitFor(() => expect(window.location.search).toBe('?host=agent-7'));
    expect([...screen.getByLabelText<HTMLSelectElement>('Part').options].map(({ text }) => text)).toEqual([
      'All parts',
      'chat',
      'game',
    ]);
    await person.click(screen.getByRole('radio', { name: 'Warnings' }));
    await person.click(screen.getByRole('radio', { name: '1 h' }));
    await waitFor(() => expect(window.location.search).toBe('?host=agent-7&level=warn&range=1h'));
    await waitFor(() => {
      const asked = portal.callsOf('GET /logs/entries').at(-1)?.search;
      expect(asked?.get('level')).toBe('warn');
      expect(Date.now() - Date.parse(asked?.get('after') ?? '')).toBeLessThan(3_700_000);
      expect(asked?.has('before')).toBe(false);
    });
  });

  it('are undone one by one with Back', async () => {
    fakePortal(withReply({ entries: [], hasMore: false, skipped: 0 }));
    const { router, person } = renderApp('/logs', { accessToken });
    await screen.findByRole('option', { name: 'The Island' });
    await person.selectOptions(screen.getByLabelText('Host'), 'The Island');
    await person.click(screen.getByRole('radio', { name: 'Warnings' }));
    await person.type(screen.getByRole('searchbox', { name: 'Search the logs' }), 'lost{Enter}');
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ host: 'agent-7', level: 'warn', search: 'lost' }),
    );
    router.history.back();
    await waitFor(() => expect(router.state.location.search).toEqual({ host: 'agent-7', level: 'warn' }));
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the logs' }).value).toBe('');
    router.history.back();
    await waitFor(() => expect(router.state.location.search).toEqual({ host: 'agent-7' }));
    router.history.back();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.getByLabelText<HTMLSelectElement>('Host').value).toBe('');
  });

  it('search on Enter, mark what was found, and can mean a pattern', async () => {
    const portal = fakePortal(withReply(buildLogReply(7, 8)));
    const { person } = renderApp('/logs', { accessToken });
    await showsLines('line 7', 'line 8');
    await person.keyboard('/');
    await person.keyboard('LINE{Enter}');
    await waitFor(() => expect(window.location.search).toBe('?search=LINE'));
    await waitFor(() => expect(document.querySelectorAll('mark')).toHaveLength(2));
    await person.click(screen.getByLabelText('Regular expression'));
    await waitFor(() => expect(window.location.search).toBe('?search=LINE&pattern=true'));
    await waitFor(() =>
      expect(portal.callsOf('GET /logs/entries').at(-1)?.search.toString()).toBe('search=LINE&isPattern=true'),
    );
  });

  it('show at the field what the server says of a pattern', async () => {
    const details = { fields: [{ field: 'search', message: 'A bracket is not closed.' }] };
    const portal = fakePortal({
      ...base,
      'GET /logs/entries': { status: 400, code: 'BAD_REQUEST', error: 'Bad input.', details },
    });
    renderApp('/logs?search=(&pattern=true', { accessToken });
    expect(await screen.findByText('A bracket is not closed.')).toBeDefined();
    expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('Bad input.')).toBeNull();
    const heard = vi.fn<() => void>();
    onTestFinished(live.subscribe('logs', heard));
    await screen.findByText('live');
    portal.push(added('portal-1'));
    await waitFor(() => expect(heard).toHaveBeenCalled());
    expect(portal.callsOf('GET /logs/entries')).toHaveLength(1);
  });

  it('jump to a time: the lines around it, and no following', async () => {
    fakePortal(withReply(buildLogReply(1, 3)));
    const { person, router } = renderApp('/logs', { accessToken });
    await showsLines('line 1', 'line 2', 'line 3');
    const at = buildLogEntry(2).at;
    const local = new Date(Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    fireEvent.change(screen.getByLabelText('Jump to this time'), { target: { value: local } });
    await person.click(screen.getByRole('button', { name: 'Jump to time' }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        after: '2026-03-04T11:55:02.000Z',
        before: '2026-03-04T12:05:02.000Z',
        at,
      }),
    );
    await waitFor(() => expect(document.querySelector('[data-current]')?.getAttribute('data-id')).toBe('2'));
    expect(screen.getByText('paused')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Jump to newest' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(await screen.findByText('live')).toBeDefined();
  });
});

describe('following', () => {
  it('shows new lines as they come and marks what was skipped', async () => {
    let reply = buildLogReply(1, 2);
    const portal = fakePortal({ ...base, 'GET /logs/entries': () => ({ data: reply }) });
    renderApp('/logs', { accessToken });
    await showsLines('line 1', 'line 2');
    expect(await screen.findByText('live')).toBeDefined();
    reply = buildLogReply(900, 901, { skipped: 897, hasMore: true });
    portal.push(added('portal-1'));
    await showsLines('line 1', 'line 2', 'line 900', 'line 901');
    expect(screen.getByText('897 lines skipped')).toBeDefined();
    expect(portal.callsOf('GET /logs/entries').at(-1)?.search.get('seen')).toBe('2');
    reply = buildLogReply(5_000, 5_001, { skipped: null, hasMore: true });
    portal.push(added('agent-7'));
    expect(await screen.findByText('many lines skipped')).toBeDefined();
  });

  it('sends few requests, however many events arrive, and none for other hosts', async () => {
    const portal = fakePortal(withReply(buildLogReply(1, 2)));
    renderApp('/logs?host=portal-1', { accessToken });
    await showsLines('line 1', 'line 2');
    await screen.findByText('live');
    for (let round = 0; round < 200; round += 1) portal.push(added('agent-7'));
    for (let round = 0; round < 200; round += 1) portal.push(added('portal-1'));
    await waitFor(() => expect(portal.callsOf('GET /logs/entries').length).toBeGreaterThan(1));
    expect(portal.callsOf('GET /logs/entries').length).toBeLessThan(4);
  });

  it('does not ask while the tab is hidden, and does when it is seen again', async () => {
    const portal = fakePortal(withReply(buildLogReply(1, 2)));
    renderApp('/logs', { accessToken });
    await showsLines('line 1', 'line 2');
    await screen.findByText('live');
    const heard = vi.fn<() => void>();
    onTestFinished(live.subscribe('logs', heard));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const asked = portal.callsOf('GET /logs/entries').length;
    portal.push(added('portal-1'));
    await waitFor(() => expect(heard).toHaveBeenCalled());
    expect(portal.callsOf('GET /logs/entries')).toHaveLength(asked);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(portal.callsOf('GET /logs/entries').length).toBeGreaterThan(asked));
  });

  it('pauses when someone scrolls up, counts what is new, and goes on by the button', async () => {
    let reply = buildLogReply(1, 3);
    const portal = fakePortal({ ...base, 'GET /logs/entries': () => ({ data: reply }) });
    const { person } = renderApp('/logs', { accessToken });
    await showsLines('line 1', 'line 2', 'line 3');
    await screen.findByText('live');
    scrollTo(await list(), 100);
    expect(await screen.findByText('paused')).toBeDefined();
    reply = buildLogReply(1, 8);
    portal.push(added('portal-1'));
    expect(await screen.findByRole('button', { name: '5 new' })).toBeDefined();
    expect(texts()).toHaveLength(3);
    await person.click(screen.getByRole('button', { name: '5 new' }));
    await waitFor(() => expect(texts()).toHaveLength(8));
    expect(screen.getByText('live')).toBeDefined();
  });

  it('reads back above the oldest line, and leads to the newest again', async () => {
    const portal = fakePortal({
      ...base,
      'GET /logs/entries': ({ search }) => ({
        data: search.has('until') ? buildLogReply(601, 1_000) : buildLogReply(1_001, 1_400, { hasMore: true }),
      }),
    });
    const { person } = renderApp('/logs', { accessToken });
    await waitFor(() => expect(texts()).toHaveLength(400));
    await person.click(screen.getByText('Older lines'));
    await waitFor(() => expect(texts()[0]).toBe('line 701'));
    expect(texts()).toHaveLength(400);
    expect(
      portal
        .callsOf('GET /logs/entries')
        .find(({ search }) => search.has('until'))
        ?.search.get('until'),
    ).toBe('1001');
    expect(screen.getByText('paused')).toBeDefined();
    await person.click(screen.getByText('Jump to newest'));
    await waitFor(() => expect(texts().at(-1)).toBe('line 1400'));
    await waitFor(() => expect(texts()[0]).toBe('line 1001'));
  });
});

describe('the download', () => {
  it('writes what fits into a file with the time in its name, as it comes', async () => {
    const written: string[] = [];
    const names: string[] = [];
    const write = (chunk: Uint8Array) => void written.push(new TextDecoder().decode(chunk));
    vi.stubGlobal('showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
      names.push(suggestedName);
      return { createWritable: async () => new WritableStream({ write }) };
    });
    const portal = fakePortal({
      ...withReply(buildLogReply(1, 2)),
      'GET /logs/download': () => new Response('line 1\nline 2\n'),
    });
    const { person } = renderApp('/logs?level=warn', { accessToken });
    await showsLines('line 1', 'line 2');
    await person.click(screen.getByRole('button', { name: 'Download' }));
    expect(await screen.findByText('Logs downloaded.')).toBeDefined();
    expect(written.join('')).toBe('line 1\nline 2\n');
    expect(names[0]).toMatch(/^logs-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.log$/);
    expect(portal.callsOf('GET /logs/download')[0]?.search.toString()).toBe('level=warn');
  });

  it('says what went wrong', async () => {
    vi.stubGlobal('showSaveFilePicker', undefined);
    fakePortal({
      ...withReply(buildLogReply(1, 2)),
      'GET /logs/download': { status: 503, code: 'UNAVAILABLE', error: 'Too many downloads run at once.' },
    });
    const { person } = renderApp('/logs', { accessToken });
    await showsLines('line 1', 'line 2');
    await person.click(screen.getByRole('button', { name: 'Download' }));
    expect(await screen.findByText('Too many downloads run at once.')).toBeDefined();
  });
});
