import { clipFiles } from './clip-recipe.ts';
import { escapeText, htmlPage, scriptJson } from './html.ts';
import type { Song } from './songs.ts';
import type { Switches } from './switches.ts';

const players = { file: clipFiles.clip, hls: clipFiles.hls, dash: clipFiles.dash } as const;

export function homePage(songs: readonly Song[], note: string | undefined): string {
  const items = songs.map(
    ({ id, title, artist }) =>
      `<li><a href="/watch?v=${id}"><img src="/thumbnails/${id}.jpg" alt="" loading="lazy">${escapeText(title)}</a><br>${escapeText(artist)}</li>`,
  );
  const body = `<h1>Demo videos</h1>
<p>Invented songs for the demo. The portal's music tool finds and downloads them as it would real ones.</p>
${note === undefined ? '' : `<p><strong>${escapeText(note)}</strong></p>`}
<ul>
${items.join('\n')}
</ul>`;
  return htmlPage('Demo videos', '', body);
}

/** The page of a song. The player is in a frame, because downloaders would look at nothing but the player. */
export function watchPage(base: string, song: Song, switches: Switches): string {
  const seconds = switches.claimedSeconds ?? song.seconds;
  const thumbnail = pictureOf(base, song, switches);
  const about = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: song.title,
    duration: `PT${seconds}S`,
    thumbnailUrl: [thumbnail],
    contentUrl: `${base}/media/${song.id}/${players[song.delivery]}`,
    ...(song.delivery === 'file' ? { encodingFormat: 'video/mp4' } : {}),
    embedUrl: `${base}/embed/${song.id}`,
    uploadDate: '2026-01-01T00:00:00Z',
    author: { '@type': 'MusicGroup', name: song.artist },
  };
  const head = `<meta property="og:type" content="video.other">
<meta property="og:title" content="${escapeText(song.title)}">
<meta property="og:image" content="${escapeText(thumbnail)}">
<meta property="og:video:duration" content="${seconds}">
<script type="application/ld+json">${scriptJson(about)}</script>`;
  const body = `<p><a href="/">All videos</a></p>
<h1>${escapeText(song.title)}</h1>
<iframe src="/embed/${song.id}" title="${escapeText(song.title)}"></iframe>
<p>${escapeText(song.artist)}</p>`;
  return htmlPage(song.title, head, body);
}

export function pictureOf(base: string, song: Song, switches: Switches): string {
  return switches.pictureAddress ?? `${base}/thumbnails/${song.id}.jpg`;
}

/** Browsers play the whole file, however downloaders get it. */
export function embedPage({ id, title }: Song): string {
  const player = `<video controls preload="none" poster="/thumbnails/${id}.jpg" src="/media/${id}/${clipFiles.clip}" aria-label="${escapeText(title)}"></video>`;
  return htmlPage(title, '<style>body { max-width: none; padding: 0 }</style>', player);
}
