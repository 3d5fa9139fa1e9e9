// The baseline of reading an Ascended save: fetches every blob and does nothing with it. `node baseline-ascended.mjs <file>`.
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../paths.mjs';

const Database = createRequire(path.join(root, 'packages/ark/package.json'))('libsql');

const database = new Database(process.argv[2], { readonly: true });
let bytes = 0;
for (const row of database.prepare('select key, value from game').iterate()) bytes += row.value.byteLength;
database.close();
if (bytes === 0) throw new Error('The save is empty.');
