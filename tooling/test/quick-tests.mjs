import fs from 'node:fs';
import path from 'node:path';
import { listImports } from '../check/source-file.mjs';
import { listTree } from '../check/tree.mjs';

const unitTest = /^(?!e2e\/).*\.test\.(ts|tsx|mjs)$/;
const source = /\.(ts|tsx|mjs)$/;
/** Processes, threads, sockets, databases, and what starts them; and the whole web app, which takes a minute to render. */
const notQuick =
  /^(node:(child_process|worker_threads|net|https?|tls)|pg|ws|libsql)$|\/testing\/(test-app|portal-process|render-app)\.tsx?$/;

/**
 * The unit tests that start no process, open no socket and render only parts of the web app, judged by everything they import.
 * @param {string} folder the repository @returns {string[]}
 */
export function findQuickTests(folder) {
  const exists = (/** @type {string} */ file) => fs.existsSync(path.join(folder, file));
  /** @type {Map<string, string[]>} */
  const read = new Map();
  /** @param {string} file */
  const importsOf = (file) => {
    const known = read.get(file);
    if (known) return known;
    const found = listImports(file, fs.readFileSync(path.join(folder, file), 'utf8'), exists);
    read.set(file, found);
    return found;
  };
  const tests = listTree(folder).filter((file) => unitTest.test(file));
  return tests.filter((test) => isQuick(test, (file) => (source.test(file) && exists(file) ? importsOf(file) : [])));
}

/** @param {string} test @param {(file: string) => string[]} importsOf */
export function isQuick(test, importsOf) {
  const seen = new Set([test]);
  for (const file of seen) {
    for (const imported of importsOf(file)) {
      if (notQuick.test(imported)) return false;
      seen.add(imported);
    }
  }
  return true;
}
