import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const textFile = /\.(js|mjs|css|html|svg|json|txt|xml|webmanifest)$/;
/** Below this a compressed copy saves no packet. */
const smallestBytes = 1_024;

/** Puts a .br and a .gz beside every text file worth it, so that the portal never compresses them. @param {string} folder */
export async function compressFolder(folder) {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && textFile.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function compressFile(file) {
  const contents = await fs.readFile(file);
  if (contents.length < smallestBytes) return;
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  };
  const [brotli, gzip] = await Promise.all([
    promisify(zlib.brotliCompress)(contents, { params }),
    promisify(zlib.gzip)(contents, { level: 9 }),
  ]);
  await Promise.all([fs.writeFile(`${file}.br`, brotli), fs.writeFile(`${file}.gz`, gzip)]);
}
