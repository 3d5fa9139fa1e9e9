import { randomBytes } from 'node:crypto';
import type { Game } from '@tribehall/contract';
import { operator } from '../modules/audit/audit.service.ts';
import { add, type AddedServer } from '../modules/servers/changes.service.ts';
import type { TestApp } from './test-app.ts';

/** A game server without a connected agent, with the agent's token. */
export function addTestServer(
  { ctx }: Pick<TestApp, 'ctx'>,
  options: { id?: string; name?: string; game?: Game; clusterId?: string } = {},
): Promise<AddedServer> {
  const name = options.name ?? `Server ${randomBytes(5).toString('hex')}`;
  return add(ctx, operator, { game: 'asa', ...options, name });
}
