import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Switches } from './switches.ts';

const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
};

const ticksPerSecond = 20;

/** Sends a file or the requested range, as slowly and as wrongly as the switches define. The rate may change meanwhile. */
export async function sendMedia(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  readSwitches: () => Switches,
): Promise<void> {
  const switches = readSwitches();
  const bytes = fs.readFileSync(file);
  const range = switches.isLive ? undefined : readRange(request.headers.range, bytes.length);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const body = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  response.writeHead(range ? 206 : 200, {
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    ...(switches.isLive ? {} : { 'content-length': switches.claimedBytes ?? body.length, 'accept-ranges': 'bytes' }),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` } : {}),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const sent = switches.media === 'cut' ? body.subarray(0, Math.floor(body.length / 2)) : body;
  const source = switches.isLive ? repeat(body) : [sent];
  const isWhole = sent.length === body.length && switches.claimedBytes === undefined;
  // The client may disconnect at any time.
  const paced = Readable.from(pace(source, () => readSwitches().bytesPerSecond));
  await pipeline(paced, response, { end: isWhole }).catch(() => {});
  if (!isWhole) response.destroy();
}

/** An HLS playlist whose second piece lies somewhere else. */
export function movePiece(playlist: string, address: string): string {
  return playlist.replace(/^piece-1\.ts$/m, address);
}

function readRange(
  header: string | undefined,
  length: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

function* repeat(bytes: Buffer): Generator<Buffer> {
  for (;;) yield bytes;
}

async function* pace(parts: Iterable<Buffer>, readBytesPerSecond: () => number | undefined): AsyncGenerator<Buffer> {
  for (const part of parts)
    for (let at = 0; at < part.length;) {
      const bytesPerSecond = readBytesPerSecond();
      const size = bytesPerSecond === undefined ? 64 * 1024 : Math.max(1, Math.floor(bytesPerSecond / ticksPerSecond));
      yield part.subarray(at, at + size);
      at += size;
      if (bytesPerSecond !== undefined) await wait(1000 / ticksPerSecond, undefined, { ref: false });
    }
}
