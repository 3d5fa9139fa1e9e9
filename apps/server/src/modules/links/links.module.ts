import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { createGateway } from './links.gateway.ts';
import { startLinksJobs } from './links.jobs.ts';
import { linkDefaults, type LinkOptions } from './links.options.ts';
import { takeLinks } from './links.upgrade.ts';

/** Takes the links of game servers; answers how to stop. */
export function linksModule(http: FastifyInstance, ctx: Ctx, options: Partial<LinkOptions> = {}): () => Promise<void> {
  const all = { ...linkDefaults, ...options };
  const gateway = createGateway(ctx, all);
  takeLinks(http, ctx, gateway);
  return startLinksJobs(ctx, gateway, all);
}
