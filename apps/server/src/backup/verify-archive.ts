import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { ArchiveError } from '../platform/archive/tar-header.ts';
import { readTar, type TarEntry } from '../platform/archive/tar-reader.ts';
import {
  BackupError,
  headerName,
  headerSchema,
  manifestName,
  manifestSchema,
  placeOf,
  secretsName,
  settingsName,
  type Header,
  type Manifest,
} from './contents.ts';

export type VerifiedArchive = {
  header: Header;
  manifest: Manifest;
  settings: string;
  /** Sealed with a passphrase; undefined where the archive has none. */
  secrets: string | undefined;
};

/** What is read into memory: the list of the entries, and settings. */
const maxTextBytes = 256 * 1024 * 1024;

/** Reads a whole archive and compares it with its manifest, so that nothing of a bad one is used. */
export async function verifyArchive(path: string, onBytes: (bytes: number) => void): Promise<VerifiedArchive> {
  return explain(path, async () => {
    const texts = new Map<string, string>();
    const found: Manifest['entries'] = {};
    for await (const entry of readTar(path)) {
      if (texts.size === 0 && entry.name !== headerName) throw new ArchiveError('It is not a backup of Tribehall.');
      const { kind } = placeOf(entry.name);
      if (kind === 'unknown')
        throw new ArchiveError(`It has an entry of an unknown kind: ${JSON.stringify(entry.name)}`);
      if (Object.hasOwn(found, entry.name)) throw new ArchiveError(`It has two entries named ${entry.name}.`);
      const text = kind === 'meta' ? await readText(entry) : undefined;
      if (text !== undefined) texts.set(entry.name, text);
      // The format is checked before the rest is read.
      if (entry.name === headerName) readHeader(text ?? '');
      const hashed =
        text === undefined ? await hashEntry(entry, onBytes) : { bytes: entry.bytes, sha256: sha256(text) };
      if (entry.name !== manifestName) found[entry.name] = hashed;
    }
    const header = readHeader(texts.get(headerName) ?? '');
    const manifest = readJson(manifestSchema, texts.get(manifestName));
    compare(manifest.entries, found);
    return { header, manifest, settings: texts.get(settingsName) ?? '', secrets: texts.get(secretsName) };
  });
}

/** Yields what the manifest lists; throws at the end of an entry that is another one by now. */
export async function* readVerified(path: string, { entries }: Manifest): AsyncGenerator<TarEntry> {
  for await (const entry of readTar(path)) {
    const expected = Object.hasOwn(entries, entry.name) ? entries[entry.name] : undefined;
    if (entry.name === manifestName) continue;
    const body = entry.body();
    yield {
      ...entry,
      body: async function* check() {
        const hash = createHash('sha256');
        for await (const chunk of body) {
          hash.update(chunk);
          yield chunk;
        }
        if (hash.digest('hex') !== expected?.sha256) throw new ArchiveError(`${entry.name} was changed meanwhile.`);
      },
    };
  }
}

/** Adds the name of the archive to what is wrong with it. */
export async function explain<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveError)
      throw new BackupError(`${path} cannot be used. ${error.message}`, { cause: error });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'open' || (syscall === 'read' && code === 'EISDIR'))
      throw new BackupError(`${path} cannot be read (${code}).`, { cause: error });
    throw error;
  }
}

function compare(expected: Manifest['entries'], found: Manifest['entries']): void {
  for (const [name, { bytes, sha256 }] of Object.entries(expected)) {
    const entry = Object.hasOwn(found, name) ? found[name] : undefined;
    if (!entry) throw new ArchiveError(`It lacks ${name}.`);
    if (entry.bytes !== bytes || entry.sha256 !== sha256)
      throw new ArchiveError(`${name} is not what was backed up (another SHA-256).`);
  }
  const extra = Object.keys(found).find((name) => !Object.hasOwn(expected, name));
  if (extra !== undefined) throw new ArchiveError(`It has ${extra}, which its manifest does not list.`);
}

function readHeader(text: string): Header {
  try {
    return headerSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArchiveError('It was made by a newer version of Tribehall, or is no backup: its header is not known.', {
      cause,
    });
  }
}

function readJson<Schema extends z.ZodType>(schema: Schema, text: string | undefined): z.output<Schema> {
  if (text === undefined) throw new ArchiveError('It is not complete: it has no manifest.');
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArchiveError('It is damaged: its manifest is not valid.', { cause });
  }
}

async function readText(entry: TarEntry): Promise<string> {
  if (entry.bytes > maxTextBytes) throw new ArchiveError(`${entry.name} is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry.body()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function hashEntry(
  entry: TarEntry,
  onBytes: (bytes: number) => void,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of entry.body()) {
    hash.update(chunk);
    onBytes(chunk.length);
  }
  return { bytes: entry.bytes, sha256: hash.digest('hex') };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
