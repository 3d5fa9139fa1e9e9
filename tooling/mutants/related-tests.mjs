import fs from 'node:fs';
import path from 'node:path';
import { readSourceFile } from '../check/source-file.mjs';

const source = /\.(ts|tsx|mjs)$/;

/** @param {string} file */
export const isUnitTest = (file) => /^(?!e2e\/).*\.test\.(ts|tsx|mjs)$/.test(file);

/**
 * Which tests import a file, directly or through others, the nearest first.
 * @param {string} folder the repository @param {string[]} files @returns {(file: string) => string[]}
 */
export function createRelatedTests(folder, files) {
  const known = new Set(files);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files.filter((one) => source.test(one))) {
    const { imports } = readSourceFile(file, fs.readFileSync(path.join(folder, file), 'utf8'), (one) => known.has(one));
    for (const { to, isType } of imports) if (!isType) importers.set(to, [...(importers.get(to) ?? []), file]);
  }
  return (file) => findRelatedTests(file, (one) => importers.get(one) ?? []);
}

/** Breadth-first. @param {string} file @param {(file: string) => string[]} importersOf @returns {string[]} */
export function findRelatedTests(file, importersOf) {
  const seen = new Set([file]);
  for (const one of seen) for (const importer of importersOf(one)) seen.add(importer);
  return [...seen].filter(isUnitTest);
}
