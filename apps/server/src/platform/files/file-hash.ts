import { createRequire } from 'node:module';
import type * as Xxhash from '@node-rs/xxhash';
import { lazy } from '../lazy.ts';
import { wholeOf, type ByteSource } from './byte-source.ts';

/** Native, so loading it takes time that a start can do without. */
const loadXxhash = lazy(() => createRequire(import.meta.url)('@node-rs/xxhash') as typeof Xxhash);

/** XXH3 with 64 bits, in hexadecimal. */
export type FileHash = { update(chunk: Buffer): void; digest(): string };

export function createFileHash(): FileHash {
  const hash = loadXxhash().xxh3.Xxh3.withSeed();
  return {
    update: (chunk) => void hash.update(chunk),
    digest: () => hash.digest().toString(16).padStart(16, '0'),
  };
}

/** Reads everything for it. */
export async function hashBytes(source: ByteSource, signal?: AbortSignal): Promise<string> {
  const hash = createFileHash();
  for await (const chunk of source.read(wholeOf(source))) {
    signal?.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest();
}
