import fs from 'node:fs';
import path from 'node:path';
import { findArrowViolations } from './check/arrows/find-arrows.mjs';
import { readModuleLayers } from './check/arrows/module-layers.mjs';
import { readSourceFile } from './check/source-file.mjs';
import { listTree } from './check/tree.mjs';
import { root } from './paths.mjs';

const files = listTree(root).filter((file) => /^(packages|apps|e2e)\/.*\.(ts|tsx)$/.test(file));
const exists = (/** @type {string} */ file) => fs.existsSync(path.join(root, file));
const sources = files.map((file) => readSourceFile(file, fs.readFileSync(path.join(root, file), 'utf8'), exists));

const layers = readModuleLayers(fs.readFileSync(path.join(root, 'apps/server/src/app.ts'), 'utf8'));
const violations = findArrowViolations(sources, layers);
for (const { file, line, message } of violations) console.error(`${file}:${line} ${message}`);
process.exitCode = violations.length > 0 ? 1 : 0;
