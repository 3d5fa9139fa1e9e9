import { existsSync } from 'node:fs';
import type { Ctx } from '../../context.ts';
import { portalIdFile } from './site.state.ts';

/**
 * The id of this process, stored in the data folder: a restarted portal recognizes its own unfinished work. A bot that
 * runs alone on the same folder has an id of its own.
 */
export function readPortalId({ state }: Pick<Ctx, 'state'>): string {
  return state.site.portalId();
}

/** False where nothing has been started in the data folder yet, so that there is nothing to recover. */
export function hasPortalId({ config }: Pick<Ctx, 'config'>): boolean {
  return existsSync(portalIdFile(config));
}
