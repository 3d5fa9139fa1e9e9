import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { clipFiles } from './clip-recipe.ts';
import { ClipError, type Clips } from './clips.ts';
import { findSongs, searchFeed } from './feed.ts';
import { movePiece, sendMedia } from './media.ts';
import { embedPage, homePage, watchPage } from './pages.ts';
import type { Song } from './songs.ts';
import type { SwitchBoard, Switches } from './switches.ts';

export type SiteParts = { songs: readonly Song[]; clips: Clips; switches: SwitchBoard; note: () => string | undefined };

type Visit = SiteParts & { request: IncomingMessage; response: ServerResponse; url: URL };

/** The newest yt-dlp of this world. It has no program to offer, so it is no newer than any that is installed. */
const release = { tag_name: '2023.03.04', name: 'yt-dlp 2023.03.04', published_at: '2023-03-04T00:00:00Z' };
const releaseTag = `"${release.tag_name}"`;

const paths: Record<string, (visit: Visit) => Promise<void> | void> = {
  '/': (visit) => sendText(visit, 'text/html', homePage(visit.songs, visit.note())),
  '/search.rss': (visit) => {
    const { search } = visit.switches.of();
    if (isTroubled(visit, search)) return;
    const found = findSongs(visit.songs, visit.url.searchParams.get('q') ?? '');
    sendText(visit, 'application/rss+xml', searchFeed(visit.url.origin, found, visit.switches));
  },
  '/watch': (visit) => sendWatchPage(visit, findSong(visit, visit.url.searchParams.get('v'))),
  '/releases/latest': ({ request, response }) => {
    const isKnown = request.headers['if-none-match'] === releaseTag;
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'application/json', etag: releaseTag });
    response.end(isKnown ? undefined : JSON.stringify(release));
  },
};

export async function handleVisit(visit: Visit): Promise<void> {
  const { pathname } = visit.url;
  const [, kind, id, file] = /^\/(embed|thumbnails|media)\/([\w-]+?)(?:\.jpg|\/([\w.-]+))?$/.exec(pathname) ?? [];
  const song = findSong(visit, id);
  if (Object.hasOwn(paths, pathname)) await paths[pathname]?.(visit);
  else if (!song) sendNothing(visit, 404, 'There is no such video.');
  else if (kind === 'embed') sendText(visit, 'text/html', embedPage(song));
  else if (kind === 'thumbnails') await sendClip(visit, song, clipFiles.thumbnail);
  else if (file !== undefined) await sendSongMedia(visit, song, file);
  else sendNothing(visit, 404, 'There is nothing at this address.');
}

function sendWatchPage(visit: Visit, song: Song | undefined): void {
  if (!song) return sendNothing(visit, 404, 'There is no such video.');
  const switches = visit.switches.of(song.id);
  if (isTroubled(visit, switches.page)) return;
  if (switches.pageRedirect !== undefined) return sendElsewhere(visit, switches.pageRedirect);
  sendText(visit, 'text/html', watchPage(visit.url.origin, song, switches));
}

async function sendSongMedia(visit: Visit, song: Song, file: string): Promise<void> {
  const switches = visit.switches.of(song.id);
  if (switches.media !== 'cut' && isTroubled(visit, switches.media)) return;
  if (switches.mediaRedirect !== undefined) return sendElsewhere(visit, switches.mediaRedirect);
  await sendClip(visit, song, file);
}

async function sendClip(visit: Visit, song: Song, file: string): Promise<void> {
  const { clips, request, response } = visit;
  const switches = visit.switches.of(song.id);
  try {
    const mediaFile = path.join(await clips.get(song), file);
    if (!fs.existsSync(mediaFile)) sendNothing(visit, 404, 'There is nothing at this address.');
    else if (file === clipFiles.hls && switches.segmentAddress !== undefined)
      sendText(
        visit,
        'application/vnd.apple.mpegurl',
        movePiece(fs.readFileSync(mediaFile, 'utf8'), switches.segmentAddress),
      );
    else await sendMedia(request, response, mediaFile, () => visit.switches.of(song.id));
  } catch (error) {
    if (!(error instanceof ClipError)) throw error;
    sendNothing(visit, 503, error.message);
  }
}

function findSong({ songs }: SiteParts, id: string | null | undefined): Song | undefined {
  return songs.find((song) => song.id === id);
}

/** A request that hangs stays open until the client disconnects or the site stops. */
function isTroubled(visit: Visit, trouble: Exclude<Switches['media'], 'cut'>): boolean {
  if (trouble === 'missing') sendNothing(visit, 404, 'This video has been removed.');
  if (trouble === 'broken') sendNothing(visit, 500, 'The site is out of order.');
  return trouble !== 'ok';
}

function sendElsewhere({ response }: Visit, location: string): void {
  response.writeHead(302, { location }).end();
}

function sendNothing({ response }: Visit, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

function sendText({ response }: Visit, type: string, text: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
}
