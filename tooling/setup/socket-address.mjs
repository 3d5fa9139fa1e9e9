import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';

/**
 * A local socket that belongs to a folder and, on Linux and Windows, disappears with the process that holds it.
 * @param {string} prefix
 * @param {string} folder a real path
 */
export function socketAddress(prefix, folder) {
  const name = `${prefix}-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return path.join(os.tmpdir(), `${name}.sock`);
}
