import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { lazy } from '../../platform/lazy.ts';
import type { SiteSettings } from './settings.store.ts';

export type SiteState = {
  portalId: () => string;
  settings: {
    reading: Promise<SiteSettings> | undefined;
    readAt: number;
    /** Those read last, perhaps not the newest. */
    known: SiteSettings | undefined;
  };
};

export function createSiteState(config: Config): SiteState {
  return { portalId: lazy(() => openPortalId(config)), settings: { reading: undefined, readAt: 0, known: undefined } };
}

export function portalIdFile({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'portal.id');
}

function openPortalId(config: Config): string {
  const file = portalIdFile(config);
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(8).toString('hex'), { mode: 0o600, flush: true });
  const id = readFileSync(file, 'utf8').replace(/\W/g, '').slice(0, 16);
  return config.TRIBEHALL_BOT === 'alone' ? `${id}-bot` : id;
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    site: SiteState;
  }
}
