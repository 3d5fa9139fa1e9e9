import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastSearchType, lastSearchUrl } from '../../features/music/components/music-tool.tsx';
import { awaited } from '../../features/music/downloads.ts';
import type { Download } from '../../features/music/music.queries.ts';
import { brokenStream, fakePortal, openedStream } from '../../testing/fake-portal.ts';
import { buildQueue, buildVideo } from '../../testing/music.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const path = '/skibapbot/music';
const connections = { discord: { username: 'mira', guilds: [] } };
const embedUrl = 'https://player.example/embed/v1';
const download: Download = {
  eventId: 'e1',
  videoId: 'v1',
  title: 'Reef Song',
  kind: 'video',
  state: 'running',
  createdAt: '2026-01-02T03:04:05Z',
};
let begun: Download[] = [];
const base = {
  'GET /users/me': { data: buildUser({ connections, isGuildMember: true }) },
  'GET /skibapbot/music/queue': { data: buildQueue() },
  'GET /skibapbot/music/downloads': () => ({ data: begun }),
  'GET /skibapbot/music/videos/{videoId}': { data: { ...buildVideo(), embedUrl } },
  'POST /skibapbot/music/download': ({ body }: { body: unknown }) => {
    const { audioOnly } = body as { audioOnly: boolean };
    begun = [{ ...download, kind: audioOnly ? 'audio' : 'video' }];
    return { data: { eventId: 'e1' } };
  },
};
const listed = (...downloads: Partial<Download>[]) => ({
  'GET /skibapbot/music/downloads': { data: downloads.map((changes) => ({ ...download, ...changes })) },
});
const href = '/api/skibapbot/music/downloads/e1/file?expires=9&signature=s';
const progress = (percent: number | null, changes: object = {}) => ({
  event: 'progress',
  data: { isLoading: true, message: 'Downloading video', percent, ...changes },
});
const done = progress(100, { isLoading: false, message: 'Done', directDownloadHref: href });
const failed = (error?: string) => progress(40, { isLoading: false, ...(error !== undefined && { error }) });
const close = (reason: string) => ({ event: 'close', data: { reason } });

/** What the browser was handed to save. */
function watchSaves(): string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '');
  });
  return saved;
}

beforeEach(() => {
  begun = [];
  lastSearchType.set('url');
  lastSearchUrl.set('https://a.example/watch?v=v1');
  for (const eventId of awaited.ids()) awaited.remove(eventId);
});

describe('a download', () => {
  it.each([
    ['Download Video', false, 'Video downloaded.'],
    ['Download Audio', true, 'Audio downloaded.'],
  ])('by %s shows how far it is and hands over the file', async (name, audioOnly, note) => {
    const saved = watchSaves();
    const stream = openedStream(progress(null));
    const portal = fakePortal({ ...base, 'GET /events/{id}': () => stream.response });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name }));
    const bar = await screen.findByRole('progressbar', { name: /^Download of/ });
    expect(portal.callsOf('POST /skibapbot/music/download')[0]?.body).toEqual({ videoId: 'v1', audioOnly });
    expect(bar.hasAttribute('value')).toBe(false);
    stream.push(progress(41.9));
    expect(await screen.findByText('41 %')).toBeDefined();
    expect(screen.getByText('Downloading video')).toBeDefined();
    expect(bar.getAttribute('value')).toBe('41.9');
    stream.push(done);
    expect(await screen.findByText(note)).toBeDefined();
    expect(saved).toEqual([href]);
    expect(screen.queryByRole('progressbar', { name: /^Download of/ })).toBeNull();
  });

  it('is fetched again by a link that is new', async () => {
    const saved = watchSaves();
    const hrefs = [href, href.replace('expires=9', 'expires=99')];
    fakePortal({
      ...base,
      'GET /events/{id}': () => brokenStream(progress(100, { isLoading: false, directDownloadHref: hrefs.shift() })),
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Download Video' }));
    await screen.findByText('Video downloaded.');
    await person.click(screen.getByRole('link', { name: /^Save again/ }));
    await waitFor(() => expect(saved).toEqual([href, href.replace('expires=9', 'expires=99')]));
  });

  it.each([
    ['the error of the stream', () => brokenStream(failed('The video is private.')), 'The video is private.'],
    ['that it failed', () => brokenStream(failed()), 'Failed to download song'],
    ['that it failed where nobody knows of it', () => ({ status: 404, code: 'NOT_FOUND' }), 'Failed to download song'],
    [
      'that it failed where the stream has no words for it',
      () => brokenStream(progress(100, { isLoading: false, error: '' })),
      'Failed to download song',
    ],
  ])('that fails says %s', async (_, reply, text) => {
    const saved = watchSaves();
    fakePortal({ ...base, 'GET /events/{id}': reply });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Download Video' }));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(saved).toEqual([]);
  });

  it.each(['https://evil.example/x', '//evil.example/api/x', '/account', '/api/../account', 'javascript:alert(1)'])(
    'never leads to %s',
    async (address) => {
      const saved = watchSaves();
      const end = progress(100, { isLoading: false, directDownloadHref: address });
      fakePortal({ ...base, 'GET /events/{id}': () => brokenStream(end) });
      const { person } = renderApp(path, { accessToken });
      await person.click(await screen.findByRole('button', { name: 'Download Video' }));
      expect((await screen.findByRole('alert')).textContent).toBe('Failed to download song');
      expect(saved).toEqual([]);
    },
  );

  it('that may not begin says why', async () => {
    const missing = { status: 503, code: 'TOOL_MISSING', error: 'ffmpeg is not installed: apt install ffmpeg.' };
    fakePortal({ ...base, 'POST /skibapbot/music/download': missing });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Download Video' }));
    expect((await screen.findByRole('alert')).textContent).toContain(missing.error);
  });

  it('ends with the same result when the connection is lost meanwhile', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const saved = watchSaves();
    const streams = [brokenStream(progress(30), close('stopping')), brokenStream(done, close('finished'))];
    fakePortal({ ...base, 'GET /events/{id}': () => streams.shift() ?? { status: 404 } });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Download Video' }));
    expect(await screen.findByText('The connection was lost. Reconnecting…')).toBeDefined();
    expect(await screen.findByText('Video downloaded.')).toBeDefined();
    expect(saved).toEqual([href]);
  });

  it('is cancelled on demand', async () => {
    const stream = openedStream(progress(10));
    const portal = fakePortal({
      ...base,
      'GET /events/{id}': () => stream.response,
      'DELETE /skibapbot/music/downloads/{eventId}': () => {
        begun = [];
        return { data: {} };
      },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Download Video' }));
    await person.click(await screen.findByRole('button', { name: /^Cancel the download/ }));
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: /^Download of/ })).toBeNull());
    expect(portal.callsOf('DELETE /skibapbot/music/downloads/{eventId}')[0]?.path).toBe(
      '/skibapbot/music/downloads/e1',
    );
    expect(awaited.ids()).toEqual([]);
  });
});

describe('downloads from before', () => {
  it('are picked up after a reload and hand over their file once', async () => {
    const saved = watchSaves();
    awaited.add('e1');
    fakePortal({ ...base, ...listed({ state: 'done' }), 'GET /events/{id}': () => brokenStream(done) });
    renderApp(path, { accessToken });
    expect(await screen.findByText('Video downloaded.')).toBeDefined();
    expect(saved).toEqual([href]);
    expect(awaited.ids()).toEqual([]);
    expect(sessionStorage.getItem('music.awaitedDownloads')).toBeNull();
  });

  it('started in another tab are followed, and that tab saves the file', async () => {
    const saved = watchSaves();
    const stream = openedStream(progress(70));
    fakePortal({ ...base, ...listed({}), 'GET /events/{id}': () => stream.response });
    renderApp(path, { accessToken });
    expect(await screen.findByText('70 %')).toBeDefined();
    stream.push(done);
    expect(await screen.findByText('Video ready.')).toBeDefined();
    expect(saved).toEqual([]);
  });

  it('appear as soon as another tab begins them, with title and progress, and are offered as a link', async () => {
    const saved = watchSaves();
    const stream = openedStream(progress(12));
    const portal = fakePortal({ ...base, 'GET /events/{id}': () => stream.response });
    renderApp(path, { accessToken });
    await screen.findByRole('button', { name: 'Download Video' });
    await waitFor(() => expect(portal.requests.some(({ path: asked }) => asked === '/events')).toBe(true));
    const push = (changes: Partial<Download>) =>
      portal.push({ topic: 'music.downloads', event: 'changed', data: { ...download, ...changes } });
    push({ title: null, state: 'waiting' });
    expect(await screen.findByRole('button', { name: 'Cancel the download of v1' })).toBeDefined();
    push({ title: 'Reef Song' });
    expect(await screen.findByRole('button', { name: 'Cancel the download of Reef Song' })).toBeDefined();
    expect(await screen.findByText('12 %')).toBeDefined();
    begun = [{ ...download, state: 'done' }];
    stream.push(done);
    push({ state: 'done' });
    expect(await screen.findByRole('link', { name: /Reef Song/ })).toBeDefined();
    expect(saved).toEqual([]);
  });

  it('show a title that this tab knows before the portal does', async () => {
    const portal = fakePortal({ ...base, ...listed(), 'GET /events/{id}': () => openedStream(progress(1)).response });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Download Video' }));
    await screen.findByRole('button', { name: 'Cancel the download of Reef Song' });
    portal.push({ topic: 'music.downloads', event: 'changed', data: { ...download, title: null, state: 'waiting' } });
    portal.push({ topic: 'music.downloads', event: 'changed', data: { ...download, eventId: 'e2', title: 'Other' } });
    expect(await screen.findByText('Other')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel the download of Reef Song' })).toBeDefined();
  });

  it('wait their turn to be followed, since a browser has few connections', async () => {
    const running = Array.from({ length: 6 }, (_, index) => ({ eventId: `e${index}`, title: `Song ${index}` }));
    const portal = fakePortal({
      ...base,
      ...listed(...running),
      'GET /events/{id}': () => openedStream(progress(5)).response,
    });
    renderApp(path, { accessToken });
    await waitFor(() => expect(screen.getAllByText('5 %')).toHaveLength(3));
    expect(screen.getAllByText('running')).toHaveLength(3);
    expect(portal.callsOf('GET /events/{id}')).toHaveLength(3);
  });

  it('that are done can be saved, those that failed are forgotten', async () => {
    const saved = watchSaves();
    fakePortal({
      ...base,
      ...listed({ eventId: 'e1', state: 'done', title: 'A\u202EB' }, { eventId: 'e2', state: 'failed', title: 'Gone' }),
      'GET /events/{id}': () => brokenStream(done),
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('link', { name: 'Save again: A‹U+202E›B' }));
    await waitFor(() => expect(saved).toEqual([href]));
    expect(screen.queryByText('Gone')).toBeNull();
  });
});
