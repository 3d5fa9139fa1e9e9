import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { perPortal } from './per-portal.ts';

/** Of the folder, so that a portal that starts anew knows what it left unfinished. The bot alone is another process. */
export const portalId = perPortal(({ DATA_DIR, TRIBEHALL_BOT }) => {
  const file = join(DATA_DIR, 'portal.id');
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(8).toString('hex'), { mode: 0o600, flush: true });
  const id = readFileSync(file, 'utf8').replace(/\W/g, '').slice(0, 16);
  return TRIBEHALL_BOT === 'alone' ? `${id}-bot` : id;
});

/** A folder in which nothing has been begun yet has left nothing. */
export function hasPortalId(config: { DATA_DIR: string }): boolean {
  return existsSync(join(config.DATA_DIR, 'portal.id'));
}
