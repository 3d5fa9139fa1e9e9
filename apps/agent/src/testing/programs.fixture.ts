import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

const optional = new Set(['bufferutil', 'utf-8-validate', 'libsql']);
const source = path.resolve(import.meta.dirname, '..');
const packages = path.resolve(source, '../../../node_modules');

export type Programs = { folder(): string; main(): string; saveReader(): string };

/** Where they were bundled to, once for all test files of a worker. */
let bundled: Promise<string> | undefined;

/** The programs bundled as shipped, in a folder for the tests of one file, with or without npm packages beside them. */
export function bundlePrograms({ hasPackages = true } = {}): Programs {
  let folder = '';
  beforeAll(async () => {
    bundled ??= bundle();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-agent-programs-'));
    fs.cpSync(await bundled, folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    if (hasPackages) fs.symlinkSync(packages, path.join(folder, 'node_modules'), 'junction');
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return {
    folder: () => folder,
    main: () => path.join(folder, 'main.js'),
    saveReader: () => path.join(folder, 'save-reader.js'),
  };
}

async function bundle(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-agent-bundle-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  await build({
    input: { main: path.join(source, 'main.ts'), 'save-reader': path.join(source, 'saves/save-reader.ts') },
    platform: 'node',
    external: (id) => isBuiltin(id) || optional.has(id),
    output: { dir: folder, format: 'esm', entryFileNames: '[name].js' },
  });
  return folder;
}
