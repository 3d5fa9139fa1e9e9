import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { lastSearchQuery, lastSearchType, lastSearchUrl } from '../../features/music/components/music-tool.tsx';
import { fakePortal } from '../../testing/fake-portal.ts';
import { later } from '../../testing/later.ts';
import { buildCurrent, buildEntry, buildQueue, buildVideo } from '../../testing/music.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const path = '/skibapbot/music';
const connections = { discord: { username: 'mira', guilds: [] } };
const base = {
  'GET /users/me': { data: buildUser({ connections, isGuildMember: true }) },
  'GET /skibapbot/music/queue': { data: buildQueue() },
  'GET /skibapbot/music/downloads': { data: [] },
};
const songs = { 'GET /skibapbot/music/query': { data: [buildVideo(), buildVideo({ videoId: 'v2', title: 'Other' })] } };
const embedUrl = 'https://player.example/embed/v1';
const video = { 'GET /skibapbot/music/videos/{videoId}': { data: { ...buildVideo(), embedUrl } } };
const searchField = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search songs' });
const urlField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Video URL' });

const changed = (data: object) => ({ topic: 'music.queue', event: 'changed', data });
const titles = () => screen.getAllByText(/^Song [abc]$/).map(({ textContent }) => textContent);

beforeEach(() => {
  for (const stored of [lastSearchType, lastSearchUrl, lastSearchQuery]) stored.set(null);
});

describe('finding a video', () => {
  it('searches first, and remembers how and what one looked for', async () => {
    fakePortal({ ...base, ...songs, ...video });
    const { person } = renderApp(path, { accessToken });
    await person.type(await searchField(), 'reef');
    await person.click(screen.getByRole('radio', { name: 'URL' }));
    await person.type(await urlField(), 'https://a.example/watch?v=v1');
    expect(localStorage.getItem('music.lastSearchType')).toBe('url');
    expect(localStorage.getItem('music.lastSearchUrl')).toBe('https://a.example/watch?v=v1');
    expect(localStorage.getItem('music.lastSearchQuery')).toBe('reef');
    await person.click(screen.getByRole('radio', { name: 'Search' }));
    expect((await searchField()).value).toBe('reef');
    expect(localStorage.getItem('music.lastSearchType')).toBe('query');
  });

  it('begins with what was remembered', async () => {
    lastSearchType.set('url');
    lastSearchUrl.set('https://a.example/watch?v=v1&list=x');
    const portal = fakePortal({ ...base, ...video });
    renderApp(path, { accessToken });
    expect((await urlField()).value).toBe('https://a.example/watch?v=v1&list=x');
    expect(await screen.findByRole('region', { name: 'Video preview' })).toBeDefined();
    await waitFor(() => expect(portal.callsOf('GET /skibapbot/music/videos/{videoId}')).toHaveLength(1));
    expect(portal.callsOf('GET /skibapbot/music/videos/{videoId}')[0]?.path).toBe('/skibapbot/music/videos/v1');
  });

  it('asks for words only, at once with Enter, and shows titles as text', async () => {
    const title = '<img src=x onerror=alert(1)> Tom &amp; \u202EJerry';
    const portal = fakePortal({ ...base, 'GET /skibapbot/music/query': { data: [buildVideo({ title })] } });
    const { person } = renderApp(path, { accessToken });
    await person.type(await searchField(), '   {Enter}');
    await person.type(await searchField(), ' reef {Enter}');
    const list = within(await screen.findByRole('list', { name: 'Songs found' }));
    expect(list.getByText('<img src=x onerror=alert(1)> Tom &amp; ‹U+202E›Jerry')).toBeDefined();
    expect(list.getByText('03:25')).toBeDefined();
    expect(portal.callsOf('GET /skibapbot/music/query').map(({ search }) => search.get('query'))).toEqual(['reef']);
  });

  it('shows that it takes a while, and nothing of a search that is over', async () => {
    const slow = later<{ data: object }>();
    const portal = fakePortal({
      ...base,
      'GET /skibapbot/music/query': ({ search }) =>
        search.get('query') === 'old' ? slow.promise : { data: [buildVideo({ title: 'New' })] },
    });
    const { person } = renderApp(path, { accessToken });
    await person.type(await searchField(), 'old{Enter}');
    expect(await screen.findByText('Searching…')).toBeDefined();
    await person.clear(await searchField());
    await person.type(await searchField(), 'new{Enter}');
    expect(await screen.findByText('New')).toBeDefined();
    slow.resolve({ data: [buildVideo({ title: 'Old' })] });
    await waitFor(() => expect(screen.getByText('1 song found')).toBeDefined());
    expect(screen.queryByText('Old')).toBeNull();
    expect(portal.callsOf('GET /skibapbot/music/query').length).toBeGreaterThanOrEqual(2);
  });

  it('says what is missing and lets the rest of the page work', async () => {
    const missing = { status: 503, code: 'TOOL_MISSING', error: 'yt-dlp is not installed: apt install yt-dlp.' };
    fakePortal({ ...base, 'GET /skibapbot/music/query': missing });
    const { person } = renderApp(path, { accessToken });
    await person.type(await searchField(), 'reef{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(missing.error);
    expect(screen.getByText('Nothing is playing. Send a video to start.')).toBeDefined();
  });

  it('shows the chosen one and loads its player on demand alone', async () => {
    fakePortal({ ...base, ...songs, ...video });
    const { person } = renderApp(path, { accessToken });
    await person.type(await searchField(), 'reef{Enter}');
    const song = await screen.findByRole('button', { name: /^Reef Song/ });
    song.focus();
    await person.keyboard('{Enter}');
    expect(song.getAttribute('aria-pressed')).toBe('true');
    const preview = await screen.findByRole('region', { name: 'Video preview' });
    const play = await within(preview).findByRole('button', { name: /Play/ });
    expect(preview.querySelector('iframe')).toBeNull();
    await person.click(play);
    const frame = preview.querySelector('iframe');
    expect(frame?.getAttribute('src')).toBe(embedUrl);
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation');
    expect(frame?.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  });

  it.each(['javascript:alert(1)', `${location.origin}/account`, 'not an address'])(
    'frames nothing from %s',
    async (address) => {
      lastSearchType.set('url');
      lastSearchUrl.set('https://a.example/watch?v=v1');
      fakePortal({
        ...base,
        'GET /skibapbot/music/videos/{videoId}': { data: { ...buildVideo(), embedUrl: address } },
      });
      renderApp(path, { accessToken });
      const preview = await screen.findByRole('region', { name: 'Video preview' });
      await within(preview).findByText('Reef Song');
      expect(within(preview).queryByRole('button')).toBeNull();
    },
  );
});

describe('sending a video', () => {
  it.each([
    ['   ', 'Enter the URL of a video.'],
    ['https://a.example/', "This URL doesn't lead to a video. It needs a part like v=…"],
  ])('refuses %j at the field, without a call', async (url, text) => {
    lastSearchType.set('url');
    lastSearchUrl.set(url);
    const portal = fakePortal(base);
    const { person } = renderApp(path, { accessToken });
    const field = await urlField();
    await person.click(screen.getByRole('button', { name: 'Send Video' }));
    expect(await screen.findByText(text)).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(portal.callsOf('POST /skibapbot/music')).toEqual([]);
  });

  it('needs a chosen song', async () => {
    const portal = fakePortal(base);
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Download Audio' }));
    expect(await screen.findByText('Search for a song and select it first.')).toBeDefined();
    expect(portal.callsOf('POST /skibapbot/music/download')).toEqual([]);
  });

  it('adds it to the queue, and takes it back on demand', async () => {
    lastSearchType.set('url');
    lastSearchUrl.set('https://a.example/watch?v=v1&t=3');
    const portal = fakePortal({
      ...base,
      ...video,
      'POST /skibapbot/music': { data: buildEntry('q1', { title: 'Reef Song' }) },
      'DELETE /skibapbot/music/queue/{entryId}': { data: buildQueue() },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Send Video' }));
    await screen.findByText(/^Sent “.*Reef Song.*” to the queue\.$/);
    expect(portal.callsOf('POST /skibapbot/music')[0]?.body).toEqual({ videoId: 'v1' });
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(portal.callsOf('DELETE /skibapbot/music/queue/{entryId}')[0]?.path).toBe('/skibapbot/music/queue/q1'),
    );
  });

  it('adds a result of the search by its own button, without choosing it', async () => {
    const portal = fakePortal({
      ...base,
      ...songs,
      'POST /skibapbot/music': { data: buildEntry('q1', { title: 'Other' }) },
    });
    const { person } = renderApp(path, { accessToken });
    await person.type(await searchField(), 'reef{Enter}');
    await person.click(await screen.findByRole('button', { name: /^Add .*Other/ }));
    await screen.findByText(/^Sent “.*Other.*” to the queue\.$/);
    expect(portal.callsOf('POST /skibapbot/music').map(({ body }) => body)).toEqual([{ videoId: 'v2' }]);
    expect(await screen.findByRole('button', { name: /^Added .*Other/ })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Video preview' })).toBeNull();
  });

  it('shows at the result why it was not added', async () => {
    const refusal = { status: 409, code: 'NO_VOICE_CHANNEL', error: 'Join a voice channel on Discord first.' };
    fakePortal({ ...base, ...songs, 'POST /skibapbot/music': refusal });
    const { person } = renderApp(path, { accessToken });
    await person.type(await searchField(), 'reef{Enter}');
    await person.click(await screen.findByRole('button', { name: /^Add .*Other/ }));
    const list = within(screen.getByRole('list', { name: 'Songs found' }));
    expect((await list.findByRole('alert')).textContent).toContain(refusal.error);
  });

  it('leads to the account where Discord is not linked', async () => {
    lastSearchType.set('url');
    lastSearchUrl.set('https://a.example/watch?v=v1');
    const unlinked = { status: 403, code: 'DISCORD_UNLINKED', error: 'Discord is not linked.' };
    fakePortal({ ...base, ...video, 'POST /skibapbot/music': unlinked });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Send Video' }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Discord is not linked.');
    expect(within(notice).getByRole('link', { name: 'Link Discord' }).getAttribute('href')).toBe('/account');
  });

  it.each([
    ['NO_VOICE_CHANNEL', 409, 'Join a voice channel on Discord first.'],
    ['BOT_OFFLINE', 503, 'The bot is not connected to Discord.'],
  ])('shows %s on the page', async (code, status, error) => {
    lastSearchType.set('url');
    lastSearchUrl.set('https://a.example/watch?v=v1');
    fakePortal({ ...base, ...video, 'POST /skibapbot/music': { status, code, error } });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Send Video' }));
    expect((await screen.findByRole('alert')).textContent).toContain(error);
  });
});

describe('the queue', () => {
  const full = buildQueue({
    state: 'playing',
    channel: { id: '9', name: 'Lounge' },
    current: buildCurrent({ title: 'Now \u202E<b>' }),
    entries: [
      buildEntry('a'),
      buildEntry('b', { state: 'downloading', percent: 41.7 }),
      buildEntry('c', { state: 'failed', error: 'The video is private.' }),
    ],
  });
  const queue = { ...base, 'GET /skibapbot/music/queue': { data: full } };

  it('shows the current song, who requested it, and what is next', async () => {
    fakePortal(queue);
    renderApp(path, { accessToken });
    const playing = within(await screen.findByRole('region', { name: 'Now playing' }));
    expect(playing.getByText('Now ‹U+202E›<b>')).toBeDefined();
    expect(playing.getByText('mira')).toBeDefined();
    expect(playing.getByText('Lounge')).toBeDefined();
    const position = playing.getByRole('progressbar', { name: 'Position in the song' });
    expect(Number(position.getAttribute('value'))).toBeGreaterThanOrEqual(65);
    expect(position.getAttribute('max')).toBe('205');
    expect(screen.getByText(/downloading 41 %/)).toBeDefined();
    expect(screen.getByText('The video is private.')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Next: 3 songs' })).toBeDefined();
  });

  it('follows the stream', async () => {
    const portal = fakePortal(base, [{ ...changed(full), event: 'snapshot' }]);
    renderApp(path, { accessToken });
    await screen.findByText('Song a');
    portal.push(changed(buildQueue({ problem: 'Nobody is in the channel. Join it to go on.' })));
    expect(await screen.findByText('Nobody is in the channel. Join it to go on.')).toBeDefined();
    expect(screen.getByText('Nothing is playing. Send a video to start.')).toBeDefined();
    expect(screen.queryByText('Song a')).toBeNull();
  });

  it('removes at once and puts back on demand', async () => {
    const rest = { ...full, entries: full.entries.slice(1) };
    const portal = fakePortal({
      ...queue,
      'DELETE /skibapbot/music/queue/{entryId}': { data: rest },
      'POST /skibapbot/music/queue/restore': { data: full },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: /^Remove .*Song a/ }));
    await waitFor(() => expect(titles()).toEqual(['Song b', 'Song c']));
    expect(document.activeElement?.getAttribute('aria-label')).toContain('Song b');
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(['Song a', 'Song b', 'Song c']));
    expect(portal.callsOf('POST /skibapbot/music/queue/restore')[0]?.body).toEqual({ entryIds: ['a'] });
  });

  it('shows what the portal has when it does not agree', async () => {
    const gone = { status: 404, code: 'NOT_FOUND', error: 'This song is no longer in the queue.' };
    fakePortal({ ...queue, 'DELETE /skibapbot/music/queue/{entryId}': gone });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: /^Remove .*Song a/ }));
    expect((await screen.findByRole('alert')).textContent).toContain(gone.error);
    await waitFor(() => expect(titles()).toEqual(['Song a', 'Song b', 'Song c']));
  });

  it('moves songs by the keyboard, and not past its ends', async () => {
    const moved = { ...full, entries: ['c', 'a', 'b'].map((id) => buildEntry(id)) };
    const portal = fakePortal({ ...queue, 'POST /skibapbot/music/queue/{entryId}/move': { data: moved } });
    const { person } = renderApp(path, { accessToken });
    const top = await screen.findByRole('button', { name: /^Move .*Song a.* to the top/ });
    expect(top.getAttribute('aria-disabled')).toBe('true');
    await person.click(top);
    screen.getByRole('button', { name: /^Move .*Song c.* to the top/ }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(titles()).toEqual(['Song c', 'Song a', 'Song b']));
    const calls = portal.callsOf('POST /skibapbot/music/queue/{entryId}/move');
    expect(calls.map(({ path: called, body }) => ({ called, body }))).toEqual([
      { called: '/skibapbot/music/queue/c/move', body: { before: 'a' } },
    ]);
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(portal.callsOf('POST /skibapbot/music/queue/{entryId}/move')[1]?.body).toEqual({ before: null }),
    );
  });

  it('moves songs up and down one by one', async () => {
    const portal = fakePortal({ ...queue, 'POST /skibapbot/music/queue/{entryId}/move': { data: full } });
    const { person } = renderApp(path, { accessToken });
    const bodies = () => portal.callsOf('POST /skibapbot/music/queue/{entryId}/move').map(({ body }) => body);
    await person.click(await screen.findByRole('button', { name: /^Move .*Song b.* up/ }));
    await waitFor(() => expect(bodies()).toEqual([{ before: 'a' }]));
    await waitFor(() => expect(titles()).toEqual(['Song a', 'Song b', 'Song c']));
    await person.click(screen.getByRole('button', { name: /^Move .*Song a.* down/ }));
    await waitFor(() => expect(bodies()).toEqual([{ before: 'a' }, { before: 'c' }]));
    await waitFor(() => expect(titles()).toEqual(['Song a', 'Song b', 'Song c']));
    await person.click(screen.getByRole('button', { name: /^Move .*Song b.* down/ }));
    await waitFor(() => expect(bodies().at(-1)).toEqual({ before: null }));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('clears all that waits, and brings it back on demand', async () => {
    const portal = fakePortal({
      ...queue,
      'DELETE /skibapbot/music/queue': { data: { entryIds: ['a', 'b', 'c'] } },
      'POST /skibapbot/music/queue/restore': { data: full },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Clear' }));
    await screen.findByText('Removed 3 songs.');
    expect(screen.queryByText('Song a')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Song a')).toBeDefined();
    expect(portal.callsOf('POST /skibapbot/music/queue/restore')[0]?.body).toEqual({ entryIds: ['a', 'b', 'c'] });
  });

  it('pauses, goes on, skips, loops', async () => {
    const puts: object[] = [];
    const portal = fakePortal({
      ...queue,
      'PUT /skibapbot/music/queue': ({ body }) => {
        puts.push(body as object);
        return { data: { ...full, state: 'paused', loop: 'all' } };
      },
      'POST /skibapbot/music/queue/skip': { data: full },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('paused')).toBeDefined();
    await waitFor(() => expect(puts).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: 'Resume' }));
    await person.click(screen.getByRole('radio', { name: 'One' }));
    await waitFor(() => expect(puts).toEqual([{ isPaused: true }, { isPaused: false }, { loop: 'one' }]));
    await person.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() =>
      expect(portal.callsOf('POST /skibapbot/music/queue/skip')[0]?.body).toEqual({ entryId: 'now' }),
    );
  });

  it('sends the volume when the slider is released, not while dragging', async () => {
    const portal = fakePortal({ ...queue, 'PUT /skibapbot/music/queue': { data: { ...full, volume: 60 } } });
    renderApp(path, { accessToken });
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Volume' });
    fireEvent.input(slider, { target: { value: '80' } });
    fireEvent.input(slider, { target: { value: '60' } });
    expect(await screen.findByText('60 %')).toBeDefined();
    expect(portal.callsOf('PUT /skibapbot/music/queue')).toEqual([]);
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    await waitFor(() => expect(portal.callsOf('PUT /skibapbot/music/queue')[0]?.body).toEqual({ volume: 60 }));
  });
});
