import { execFileSync } from 'node:child_process';

/** @typedef {{ rows: Record<string, number>, entries: Record<string, { bytes: number, sha256: string }> }} Manifest */

const maxBytes = 256 * 2 ** 20;
/** They say when and where a backup was made. */
const ofTheBackup = new Set(['header.json', 'settings.env']);
const shownCount = 5;

/** By tar, not by the code that is measured. @param {string} archive @returns {Manifest} */
export function readManifest(archive) {
  return JSON.parse(
    execFileSync('tar', ['-xzOf', archive, 'manifest.json'], { encoding: 'utf8', maxBuffer: maxBytes }),
  );
}

/**
 * What two backups do not have in common: rows of tables, and the size and hash of each entry.
 * @param {Manifest} expected @param {Manifest} found @returns {string[]}
 */
export function compareManifests(expected, found) {
  const rows = differences(expected.rows, found.rows, (a, b) => a === b);
  const entries = differences(expected.entries, found.entries, (a, b) => a.bytes === b.bytes && a.sha256 === b.sha256);
  return [
    ...described(rows, 'tables have other numbers of rows'),
    ...described(
      entries.filter((name) => !ofTheBackup.has(name)),
      'entries have another size or hash',
    ),
  ];
}

/** @template T @param {Record<string, T>} expected @param {Record<string, T>} found @param {(a: T, b: T) => boolean} isSame */
function differences(expected, found, isSame) {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].filter((name) => {
    const [a, b] = [expected[name], found[name]];
    return a === undefined || b === undefined || !isSame(a, b);
  });
}

/** @param {string[]} names @param {string} what */
function described(names, what) {
  const more = names.length > shownCount ? ' …' : '';
  return names.length === 0 ? [] : [`${names.length} ${what}: ${names.slice(0, shownCount).join(', ')}${more}`];
}
