import fs from 'node:fs';
import path from 'node:path';
import { isText } from './check/document-rules.mjs';
import {
  findLockProblems,
  findManifestProblems,
  findSecrets,
  findSettingProblems,
} from './check/supply-chain-rules.mjs';
import { listTree } from './check/tree.mjs';
import { root } from './paths.mjs';

/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');

const files = listTree(root);
const problems = [
  ...findLockProblems(JSON.parse(read('package-lock.json')).packages),
  ...files
    .filter((file) => path.basename(file) === 'package.json')
    .flatMap((file) => findManifestProblems(file, JSON.parse(read(file)))),
  ...findSettingProblems(read('.npmrc')),
  ...files.filter(isText).flatMap((file) => findSecrets(file, read(file))),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
