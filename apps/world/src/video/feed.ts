import { escapeText } from './html.ts';
import { pictureOf } from './pages.ts';
import type { Song } from './songs.ts';
import type { SwitchBoard } from './switches.ts';

/** Words that find every song. */
const common = new Set(['music', 'song', 'songs', 'video', 'videos', 'demo']);

/** Songs that have all the words in their title or artist. */
export function findSongs(songs: readonly Song[], query: string): Song[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !common.has(word));
  return songs.filter(({ title, artist }) => {
    const text = `${title} ${artist}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A search as a podcast feed: yt-dlp reads it without a dedicated extractor. A `guid` would change the addresses. */
export function searchFeed(base: string, songs: readonly Song[], switches: SwitchBoard): string {
  const items = songs.map((song) => {
    const { claimedSeconds } = switches.of(song.id);
    return `<item>
<title>${escapeText(song.title)}</title>
<author>${escapeText(song.artist)}</author>
<enclosure url="${base}/watch?v=${song.id}" type="text/html" length="0"/>
<itunes:duration>${claimedSeconds ?? song.seconds}</itunes:duration>
<itunes:image href="${escapeText(pictureOf(base, song, switches.of(song.id)))}"/>
</item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>Search</title>
${items.join('\n')}
</channel>
</rss>
`;
}
