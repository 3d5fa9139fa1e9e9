import fs from 'node:fs';
import path from 'node:path';
import { findShapeProblems, isShaped } from './check/shape-rules.mjs';
import { readSourceFile } from './check/source-file.mjs';
import { listTree } from './check/tree.mjs';
import { root } from './paths.mjs';

const exists = (/** @type {string} */ file) => fs.existsSync(path.join(root, file));
const files = listTree(root)
  .filter(isShaped)
  .map((file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    const imports = readSourceFile(file, source, exists).imports.map(({ to }) => to);
    // Plain JavaScript imports types in comments.
    for (const [, specifier = ''] of source.matchAll(/import\('(\.[^']*)'\)\./g))
      imports.push(path.posix.join(path.posix.dirname(file), specifier));
    return { file, lines: source.split('\n').length - 1, imports };
  });

const problems = findShapeProblems(files);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
