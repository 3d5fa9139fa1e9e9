import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { openObjectStorage, storageFault } from '../../object-storage.ts';
import { bodyOf } from '../../platform/s3/s3-client.ts';
import { bad, good, type Finding } from './finding.ts';

/** Writes, reads and removes an object. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const storage = openObjectStorage(config);
  if (!storage) return [];
  const key = `doctor/${randomBytes(8).toString('hex')}`;
  const text = Buffer.from('Written by tribehall doctor.');
  try {
    await storage.put(key, bodyOf(text));
    const found = await storage.read(key);
    await storage.remove(key);
    return [
      found?.equals(text)
        ? good('storage', `${storage.host} stores files and songs (FILES_S3_ENDPOINT).`)
        : bad('storage', `${storage.host} returns something else than was stored (FILES_S3_ENDPOINT).`),
    ];
  } catch (error) {
    return [bad('storage', storageFault(config, error))];
  } finally {
    storage.close();
  }
}
