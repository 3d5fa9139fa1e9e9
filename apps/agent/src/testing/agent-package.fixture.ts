import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import ownManifest from '../../package.json' with { type: 'json' };

type Changes = {
  version?: string;
  /** Added to main.js, so that builds differ. */
  addition?: string;
  /** Instead of the bundled program. */
  main?: string;
  /** Files beside those of the program, with their full names. */
  extra?: Record<string, string>;
  build?: string;
};

/** Packs bundled programs as `npm start` packs the agent. */
export function packAgent(
  folder: string,
  { version = ownManifest.version, addition = '', main, extra = {}, build }: Changes = {},
) {
  const bundled = fs.readdirSync(folder).filter((name) => name.endsWith('.js'));
  const contents = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  const programs = bundled.map((name): [string, string] => [
    name,
    name === 'main.js' ? (main ?? contents(name)) + addition : contents(name),
  ]);
  const manifest = { name: 'tribehall-agent', version, type: 'module', optionalDependencies: {} };
  const files: [string, string][] = [['package.json', JSON.stringify(manifest)], ...programs];
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(`${name}\0${Buffer.byteLength(text)}\0`).update(text);
  const named = build ?? hash.digest('hex').slice(0, 10);
  const all = [...files, ['package-build.json', JSON.stringify({ version, build: named })] as const];
  const entries = [...all.map(([name, text]) => [`package/${name}`, text] as const), ...Object.entries(extra)];
  const blocks = entries.flatMap(([name, text]) => tarEntry(name, Buffer.from(text)));
  return {
    version: `${version}+${named}`,
    tarball: zlib.gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)])),
  };
}

function tarEntry(name: string, contents: Buffer): Buffer[] {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(`${contents.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('0', 156);
  return [header, contents, Buffer.alloc((512 - (contents.length % 512)) % 512)];
}
