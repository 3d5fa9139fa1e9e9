// The baseline of reading an Evolved save: passes over every byte of the file. `node baseline-evolved.mjs <file>`.
import fs from 'node:fs';

const handle = fs.openSync(process.argv[2] ?? '', 'r');
const chunk = Buffer.alloc(1024 * 1024);
let bytes = 0;
for (let read = 1; read > 0; bytes += read) read = fs.readSync(handle, chunk);
fs.closeSync(handle);
if (bytes === 0) throw new Error('The save is empty.');
