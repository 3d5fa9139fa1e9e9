import fs from 'node:fs';
import path from 'node:path';
import { findDocumentProblems, isText } from './check/document-rules.mjs';
import { findCheckProblems, securityDocument } from './check/security-checks.mjs';
import { listTree } from './check/tree.mjs';
import { root } from './paths.mjs';

const files = listTree(root);
/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const problems = files.filter(isText).flatMap((file) => findDocumentProblems(file, read(file), files));
problems.push(...findCheckProblems(read(securityDocument), files, read));
if (!files.includes('README.md')) problems.push('README.md is missing.');
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
