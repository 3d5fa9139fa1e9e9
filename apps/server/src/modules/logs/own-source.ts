import { hostname } from 'node:os';
import { perPortal } from '../../platform/per-portal.ts';
import { portalId } from '../../platform/portal-id.ts';

export type Source = { host: string; label: string };

export const botSource: Source = { host: 'bot', label: 'Bot' };

/** What this process is called in the logs; portals that serve together are told apart. */
export const ownSource = perPortal((config): Source => {
  if (config.TRIBEHALL_BOT === 'alone') return botSource;
  if (!config.NATS_URL) return { host: 'portal', label: 'Portal' };
  return { host: `portal-${portalId({ config }).slice(0, 6)}`, label: `Portal (${hostname()})` };
});
