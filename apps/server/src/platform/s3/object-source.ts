import { setTimeout as delay } from 'node:timers/promises';
import type { ByteRange, ByteSource } from '../files/byte-source.ts';
import { S3Error, type S3Client } from './s3-client.ts';

const maxBreaks = 3;
const retryAfterMs = 200;

/** An object as stored bytes. */
export function objectSource(client: S3Client, key: string, bytes: number): ByteSource {
  return { bytes, read: (range) => readObject(client, key, range), close: async () => {} };
}

/** A connection that breaks is continued where it broke. */
async function* readObject(client: S3Client, key: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let breaks = 0;
  for (let at = start; at <= end;) {
    const reply = await client.get(key, { start: at, end });
    if (!reply) throw new S3Error(404, 'NoSuchKey', `${client.host} no longer has ${key}`);
    try {
      for await (const chunk of reply as AsyncIterable<Buffer>) {
        if (at + chunk.length > end + 1) throw new Error('More bytes than requested');
        yield chunk;
        at += chunk.length;
        breaks = 0;
      }
    } catch (error) {
      breaks += 1;
      if (breaks > maxBreaks) throw error;
    }
    if (at <= end) await delay(retryAfterMs);
  }
}
