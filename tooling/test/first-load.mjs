import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/**
 * What a browser loads before the first screen, and what it loads later, in gzipped kB.
 * @param {string} distFolder of the web app
 * @returns {{ script: number, style: number, lazy: { file: string, size: number }[] }}
 */
export function measureFirstLoad(distFolder) {
  const html = fs.readFileSync(path.join(distFolder, 'index.html'), 'utf8');
  const tags = html.match(/<(script|link)\b[^<>]*>/g) ?? [];
  const first = new Set(tags.map(loadedFile).filter((file) => file !== undefined));
  const files = fs
    .readdirSync(distFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'));
  const scripts = files.filter((file) => file.endsWith('.js'));
  /** @param {string} file */
  const size = (file) => zlib.gzipSync(fs.readFileSync(path.join(distFolder, file)), { level: 9 }).length / 1000;
  /** @param {string} ending */
  const total = (ending) =>
    files.filter((file) => first.has(file) && file.endsWith(ending)).reduce((sum, file) => sum + size(file), 0);
  return {
    script: total('.js'),
    style: total('.css'),
    lazy: scripts.filter((file) => !first.has(file)).map((file) => ({ file, size: size(file) })),
  };
}

/** @param {string} tag @returns {string | undefined} */
function loadedFile(tag) {
  if (tag.startsWith('<link') && !/\brel="?(modulepreload|stylesheet)\b/.test(tag)) return undefined;
  return /\b(?:src|href)="\/?([^"]+)"/.exec(tag)?.[1];
}
