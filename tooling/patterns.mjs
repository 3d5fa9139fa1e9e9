import fs from 'node:fs';
import path from 'node:path';
import { findSlowPatterns } from './check/patterns/find-slow-patterns.mjs';
import { listTree } from './check/tree.mjs';
import { root } from './paths.mjs';

/**
 * Regular expressions that are not checked, each with the reason why nobody can slow the program down with it.
 * @type {import('./check/patterns/find-slow-patterns.mjs').PatternException[]}
 */
const patternExceptions = [
  {
    file: 'apps/world/src/discord/page/message-list.ts',
    code: '/\\\\([\\\\*_`~|>#\\-[\\]().!<@:/])|\\*\\*(.+?)\\*\\*|`([^`]+)`|<@!?(\\d+)>|<#(\\d+)>/gs',
    reason: "messages of the demo Discord, at most 2,000 characters, on the author's own machine",
  },
  {
    file: 'apps/server/src/plugins/errors.ts',
    code: "new RegExp(`^${path.replace(/\\{\\w+\\}/g, '[^/]+')}$`)",
    reason: 'paths of the contract; anchored, and no part of it can match a slash',
  },
  {
    file: 'apps/server/src/name-scripts.ts',
    code: "new RegExp(`^[\\\\p{scx=Zyyy}\\\\p{sc=Zinh}${own}]$`, 'u')",
    reason: 'scripts of a list above it; matches one letter',
  },
  {
    file: 'apps/web/src/features/databases/tree-search.ts',
    code: "new RegExp(search.replaceAll(/[$()*+.?[\\\\\\]^{|}]/g, String.raw`\\$&`), 'gi')",
    reason: 'a plain text, escaped: nothing in it repeats',
  },
  {
    file: 'apps/web/src/features/logs/log-matches.ts',
    code: "new RegExp(source, 'gi')",
    reason:
      "the reader's own search in the reader's own browser, with one repetition at most, on lines of 4,000 characters",
  },
  {
    file: 'tooling/check/arrows/find-arrows.mjs',
    code: "new RegExp((forbidden ?? toOtherThan ?? '').replaceAll('$1/', `${caught}/`))",
    reason: 'rules of this folder on file names of this repository',
  },
];

// Tests run on their own input only.
const isTest = /\.(test|fixture)\.|\/testing\//;
const files = listTree(root).filter((file) => /^(packages|apps|tooling)\/.*\.(ts|tsx|mjs)$/.test(file));
const sources = files
  .filter((file) => !isTest.test(file))
  .map((file) => /** @type {[string, string]} */ ([file, fs.readFileSync(path.join(root, file), 'utf8')]));

const faults = findSlowPatterns(sources, patternExceptions);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
