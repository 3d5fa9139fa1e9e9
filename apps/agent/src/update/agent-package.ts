import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import * as z from 'zod';
import { buildFile } from '../executable/single-file.ts';

/** The agent as a portal offers it: the files of an npm package. */
export type AgentPackage = {
  version: string;
  build: string;
  /** Exact versions of npm packages that it works better with. */
  optional: Record<string, string>;
  files: PackageFile[];
};
export type PackageFile = { name: string; contents: Buffer };

/** Why an update is not installed; the message is shown to the user. */
export class UpdateError extends Error {}

const blockBytes = 512;
const maxBytes = 64 * 1024 * 1024;
/** A program is a flat folder; anything else could write beside it. */
const namePattern = /^package\/([\w-][\w.-]{0,90})$/;

const manifest = z.object({
  name: z.literal('tribehall-agent'),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const buildRecord = z.object({ version: z.string(), build: z.string().regex(/^[\da-f]{10}$/) });

/** Reads a package and checks that it is a complete agent, whose contents have the hash that it names. */
export function readPackage(tarball: Buffer): AgentPackage {
  const files = unpack(tarball);
  const json = (name: string) => JSON.parse(fileOf(files, name).contents.toString()) as unknown;
  fileOf(files, 'main.js');
  fileOf(files, 'save-reader.js');
  const { version, optionalDependencies } = check(manifest, () => json('package.json'));
  const named = check(buildRecord, () => json(buildFile));
  const build = hashOf(files.filter(({ name }) => name !== buildFile));
  if (named.build !== build || named.version !== version) throw new UpdateError('The agent package is damaged.');
  return { version, build, optional: optionalDependencies, files };
}

/** As a version of SemVer, by which builds of one version differ. */
export const fullVersion = ({ version, build }: Pick<AgentPackage, 'version' | 'build'>) => `${version}+${build}`;

/** Negative if the first is older; builds of one version are equal. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split(/[+-]/)[0]?.split('.').map(Number) ?? []);
  const differences = [0, 1, 2].map((index) => (left?.[index] ?? 0) - (right?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function check<Schema extends z.ZodType>(schema: Schema, read: () => unknown): z.output<Schema> {
  try {
    return schema.parse(read());
  } catch (cause) {
    throw new UpdateError('The file is not an agent package.', { cause });
  }
}

function fileOf(files: PackageFile[], wanted: string): PackageFile {
  const file = files.find(({ name }) => name === wanted);
  if (!file) throw new UpdateError(`The file is not an agent package: it has no ${wanted}.`);
  return file;
}

/** The order of the files is part of it, as where they are packed. */
function hashOf(files: PackageFile[]): string {
  const hash = createHash('sha256');
  for (const { name, contents } of files) hash.update(`${name}\0${contents.length}\0`).update(contents);
  return hash.digest('hex').slice(0, 10);
}

function unpack(tarball: Buffer): PackageFile[] {
  const bytes = gunzip(tarball);
  const files: PackageFile[] = [];
  let offset = 0;
  while (offset + blockBytes <= bytes.length && bytes[offset] !== 0) {
    const header = bytes.subarray(offset, offset + blockBytes);
    const [, name] = namePattern.exec(textOf(header, 0, 100)) ?? [];
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    const isFile = header.toString('latin1', 156, 157) === '0';
    const contents = bytes.subarray(offset + blockBytes, offset + blockBytes + size);
    if (name === undefined || !isFile || contents.length !== size || files.some((file) => file.name === name)) {
      throw new UpdateError('The agent package is damaged or contains unexpected files.');
    }
    files.push({ name, contents });
    offset += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
  }
  return files;
}

function gunzip(tarball: Buffer): Buffer {
  try {
    return zlib.gunzipSync(tarball, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new UpdateError('The agent package is damaged.', { cause });
  }
}

function textOf(header: Buffer, start: number, length: number): string {
  return (
    header
      .toString('latin1', start, start + length)
      .split('\0', 1)[0]
      ?.trim() ?? ''
  );
}
