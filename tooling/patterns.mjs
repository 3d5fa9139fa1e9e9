import fs from 'node:fs';
import path from 'node:path';
import { findSlowPatterns } from './check/patterns/find-slow-patterns.mjs';
import { patternExceptions } from './check/patterns/pattern-exceptions.mjs';
import { listTree } from './check/tree.mjs';
import { root } from './paths.mjs';

// Tests run on their own input only.
const isTest = /\.(test|fixture)\.|\/testing\//;
const files = listTree(root).filter((file) => /^(packages|apps|tooling)\/.*\.(ts|tsx|mjs)$/.test(file));
const sources = files
  .filter((file) => !isTest.test(file))
  .map((file) => /** @type {[string, string]} */ ([file, fs.readFileSync(path.join(root, file), 'utf8')]));

const faults = findSlowPatterns(sources, patternExceptions);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
