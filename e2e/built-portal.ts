import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** A copy of the built portal and its web app, which can be replaced by another build. */
export type BuiltPortal = { folder: string; rebuildWeb: () => void; remove: () => void };

export function copyBuiltPortal(): BuiltPortal {
  const folder = mkdtempSync(path.join(tmpdir(), 'tribehall-built-'));
  const server = path.join(folder, 'apps/server');
  mkdirSync(server, { recursive: true });
  for (const part of ['dist', 'package.json'])
    cpSync(path.join(root, 'apps/server', part), path.join(server, part), { recursive: true });
  cpSync(path.join(root, 'apps/web/dist'), path.join(folder, 'apps/web/dist'), { recursive: true });
  symlinkSync(path.join(root, 'apps/server/src'), path.join(server, 'src'));
  symlinkSync(path.join(root, 'apps/agent'), path.join(folder, 'apps/agent'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder: server,
    rebuildWeb: () => renameAssets(path.join(folder, 'apps/web/dist')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The result of a build in which every file changed: the same code under other names. */
function renameAssets(dist: string): void {
  const assets = path.join(dist, 'assets');
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const newName = new Map(
    names.map((name) => [name, name.replace(/[\w-]{8}(?=\.\w+$)/, (hash) => hash.slice(4) + hash.slice(0, 4))]),
  );
  const references = /[\w.@+-]+-[\w-]{8}\.(?:js|css)/g;
  for (const file of [path.join(dist, 'index.html'), ...names.map((name) => path.join(assets, name))]) {
    const text = readFileSync(file, 'utf8').replaceAll(references, (name) => newName.get(name) ?? name);
    writeFileSync(file, text);
    for (const copy of ['.br', '.gz']) rmSync(`${file}${copy}`, { force: true });
  }
  for (const [name, next] of newName) renameSync(path.join(assets, name), path.join(assets, next));
}
