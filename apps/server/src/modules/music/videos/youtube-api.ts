import { trimEndOf } from '@tribehall/contract/shared/text';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { guardedFetch } from '../../../platform/egress/guarded-fetch.ts';
import { hostAndPort } from '../../../platform/egress/guarded-target.ts';
import { cleanLine } from './video-info.ts';
import type { FoundVideo } from './found-video.ts';

const replyWithinMs = 10_000;
const maxBytes = 1_000_000;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const searchReply = z.object({ items: z.array(z.object({ id: z.object({ videoId: z.string() }) })) });
const picture = z.object({ url: z.url() }).optional();
const videosReply = z.object({
  items: z.array(
    z.object({
      id: z.string().regex(/^[\w-]{1,64}$/),
      snippet: z.object({
        title: z.string(),
        channelTitle: z.string().optional(),
        thumbnails: z.object({ medium: picture, default: picture }).optional(),
      }),
      contentDetails: z.object({ duration: z.string().optional() }).optional(),
    }),
  ),
});

/** YouTube's own search, in its ranking. */
export async function searchByApi(ctx: Ctx, query: string): Promise<FoundVideo[]> {
  const found = await request(ctx, 'search', { part: 'id', type: 'video', maxResults: '10', q: query });
  const ids = searchReply.parse(found).items.map(({ id }) => id.videoId);
  const videos = await readByApi(ctx, ids);
  return ids.flatMap((id) => videos.find(({ videoId }) => videoId === id) ?? []);
}

/** The search itself does not return durations. */
export async function readByApi(ctx: Ctx, ids: readonly string[]): Promise<FoundVideo[]> {
  if (ids.length === 0) return [];
  const found = await request(ctx, 'videos', { part: 'snippet,contentDetails', id: ids.join(',') });
  return videosReply.parse(found).items.map(({ id, snippet, contentDetails }) => ({
    videoId: id,
    title: cleanLine(decodeEntities(snippet.title)) ?? 'Untitled',
    duration: readDuration(contentDetails?.duration),
    channel: cleanLine(decodeEntities(snippet.channelTitle ?? '')),
    thumbnail: (snippet.thumbnails?.medium ?? snippet.thumbnails?.default)?.url ?? null,
  }));
}

async function request(ctx: Ctx, call: string, query: Record<string, string>): Promise<unknown> {
  const { YOUTUBE_API_BASE, YOUTUBE_API_KEY = '' } = ctx.config;
  const url = new URL(`${trimEndOf(YOUTUBE_API_BASE, '/')}/${call}?${new URLSearchParams(query).toString()}`);
  const reply = await guardedFetch(url.href, {
    // The operator has configured this host: it may be private.
    allowed: new Set([hostAndPort(url)]),
    // Not in the URL: URLs end up in logs.
    headers: { 'x-goog-api-key': YOUTUBE_API_KEY, accept: 'application/json' },
    maxBytes,
    timeoutMs: replyWithinMs,
    mayFollow: () => false,
  });
  if (reply.status !== 200) throw new Error(`YouTube returned ${reply.status} to ${call}: ${reasonOf(reply.body)}`);
  return JSON.parse(reply.body.toString('utf8'));
}

function reasonOf(body: Buffer): string {
  return /"reason":\s*"(\w{1,60})"/.exec(body.toString('utf8'))?.[1] ?? 'no reason';
}

/** `PT1H2M3S` in seconds. */
function readDuration(text: string | undefined): number | null {
  const [, days, hours, minutes, seconds] = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text ?? '') ?? [];
  const parts = [days, hours, minutes, seconds];
  if (parts.every((part) => part === undefined)) return null;
  const [d = 0, h = 0, m = 0, s = 0] = parts.map((part) => Number(part ?? 0));
  return ((d * 24 + h) * 60 + m) * 60 + s;
}

/** Decodes once: a title may really contain `&amp;`. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
