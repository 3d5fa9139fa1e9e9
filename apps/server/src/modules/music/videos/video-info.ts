import * as z from 'zod';

const text = z.string().nullish().catch(null);
const amount = z.number().finite().nonnegative().nullish().catch(null);

const rawInfo = z.object({
  id: text,
  title: text,
  duration: amount,
  channel: text,
  uploader: text,
  thumbnail: text,
  format_id: text,
  is_live: z.boolean().nullish().catch(null),
  url: text,
  webpage_url: text,
  ie_key: text,
  thumbnails: z
    .array(z.object({ url: text }))
    .nullish()
    .catch(null),
});

/** The fields that yt-dlp prints about a video that it downloads. */
export const infoFields = 'id,title,duration,channel,uploader,thumbnail,format_id,is_live';

export type VideoInfo = {
  siteId: string | null;
  title: string;
  duration: number | null;
  channel: string | null;
  thumbnail: string | null;
  formatId: string | null;
  isLive: boolean;
  address: string | null;
  extractor: string | null;
};

const maxTitleLength = 500;
const maxAddressLength = 1000;

/** Parses what yt-dlp prints about a video; unknown fields are dropped. */
export function readInfo(json: unknown): VideoInfo | undefined {
  const raw = rawInfo.safeParse(json).data;
  if (!raw) return undefined;
  const thumbnail = raw.thumbnail ?? raw.thumbnails?.at(-1)?.url ?? null;
  return {
    siteId: raw.id ?? null,
    title: cleanLine(raw.title) ?? 'Untitled',
    duration: raw.duration ?? null,
    channel: cleanLine(raw.channel ?? raw.uploader),
    thumbnail: thumbnail && thumbnail.length <= maxAddressLength && URL.canParse(thumbnail) ? thumbnail : null,
    formatId: raw.format_id ?? null,
    isLive: raw.is_live === true,
    address: raw.url ?? raw.webpage_url ?? null,
    extractor: raw.ie_key ?? null,
  };
}

/** One line that the database accepts: no control characters, no lone surrogates. */
export function cleanLine(text: string | null | undefined): string | null {
  const line = text?.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim();
  return line ? Array.from(line).slice(0, maxTitleLength).join('') : null;
}
