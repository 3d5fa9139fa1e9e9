import { buildApp, type App } from '../../app.ts';
import type { TestAgent } from '../../testing/test-agent.ts';
import { restarted, type TestApp } from '../../testing/test-app.ts';
import type { AgentsOptions } from './agents.options.ts';
import { onFileFinished } from '../../testing/cleanup.ts';

/** Another portal process on the same database and bus, with other times. */
export function openPortal({ ctx }: TestApp, options: Partial<AgentsOptions> = {}): App {
  const portal = buildApp(restarted(ctx), '/nowhere', { agents: options });
  onFileFinished(() => portal.http.close());
  return portal;
}

export const chatMessage = (text: string) =>
  ({ type: 'chat.line', data: { kind: 'player', name: 'Ann', text } }) as const;

/** The stored chat of a server, oldest first. */
export async function storedMessages({ ctx }: TestApp, serverId: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ text: string }>(
    `select text from chat_messages where server_id = '${serverId}' order by id`,
  );
  return rows.map((row) => row.text);
}

/** Sends one event as it is. */
export function sendAs(agent: TestAgent, seq: number, event: { type: string; data: unknown; at?: Date }) {
  return agent.sendRaw([{ seq, at: (event.at ?? new Date()).toISOString(), type: event.type, data: event.data }]);
}
