import { roles } from '@tribehall/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { connectTestAgent, CommandError, type CommandHandlers, type TestAgent } from '../../testing/test-agent.ts';
import { createTestApp, restarted } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import { create } from '../clusters/changes.service.ts';
import { claimFirst } from './outbox.store.ts';
import { processOutbox } from './relay.service.ts';

const app = await createTestApp();

const open: TestAgent[] = [];
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close();
});

type Target = Awaited<ReturnType<typeof addTarget>>;

/** A server of a cluster with the messages it received, over all its connections. */
async function addTarget(clusterId: string) {
  const said: string[] = [];
  const server = await addTestServer(app, { clusterId });
  let agent: TestAgent | undefined;
  return {
    id: server.id,
    said,
    connect: async (say: CommandHandlers['chat.say'] = () => ({})) => {
      const heard = (params: Record<string, unknown>) => {
        const result = say(params);
        said.push(String(params['text']));
        return result;
      };
      agent = await connectTestAgent(app, { token: server.token, commands: { 'chat.say': heard } });
      open.push(agent);
    },
    leave: async () => {
      await agent?.close();
      await expect.poll(() => isConnected(server.id)).toBe(false);
    },
  };
}

async function isConnected(serverId: string): Promise<boolean> {
  const { rows } = await app.ctx.db.execute(`select 1 from links where server_id = '${serverId}'`);
  return rows.length === 1;
}

async function waitingFor(serverId: string): Promise<number> {
  const { rows } = await app.ctx.db.execute(`select 1 from chat_outbox where server_id = '${serverId}'`);
  return rows.length;
}

/** A speaker, and a server of the same cluster that gets the messages. */
async function meet(): Promise<{ clusterId: string; target: Target; speak: (...texts: string[]) => Promise<unknown> }> {
  const { id: clusterId } = await create(app.ctx, operator, `Cluster ${Math.random()}`);
  const { token } = await addTestServer(app, { clusterId });
  const speaker = await connectTestAgent(app, { token, commands: { 'chat.say': () => ({}) } });
  open.push(speaker);
  const target = await addTarget(clusterId);
  const chatEvent = (text: string) => ({
    type: 'chat.line' as const,
    data: { kind: 'player' as const, name: 'Bob', text },
    at: app.ctx.clock(),
  });
  return { clusterId, target, speak: (...texts) => speaker.sendEvents(...texts.map(chatEvent)) };
}

const messages = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`);

describe('shared chat', () => {
  it('waits for a server whose agent is offline, and arrives once and in order', async () => {
    const { target, speak } = await meet();
    await target.connect();
    await speak(...messages(0, 10));
    await expect.poll(() => target.said).toEqual(messages(0, 10));
    await target.leave();
    for (const text of messages(10, 41)) await speak(text);
    await target.connect();
    await speak(...messages(41, 51));
    await expect.poll(() => target.said).toEqual(messages(0, 51));
    await expect.poll(() => waitingFor(target.id)).toBe(0);
  });

  it('waits for a game that restarts beside its agent', async () => {
    const { target, speak } = await meet();
    let isDown = true;
    let refused = 0;
    await target.connect(() => {
      if (!isDown) return {};
      refused += 1;
      throw new CommandError('gameOffline', 'The game is down.');
    });
    await speak(...messages(0, 20));
    await expect.poll(() => refused).toBeGreaterThan(1);
    // Asked about once a second, not for every message.
    expect(refused).toBeLessThan(10);
    isDown = false;
    await expect.poll(() => target.said).toEqual(messages(0, 20));
  });

  it('is not repeated if it may have been sent before the connection broke', async () => {
    const { target, speak } = await meet();
    let attempts = 0;
    await target.connect(() => {
      attempts += 1;
      return new Promise(() => {});
    });
    await speak('perhaps');
    await expect.poll(() => attempts).toBe(1);
    await target.leave();
    await speak('for certain');
    await target.connect();
    await expect.poll(() => target.said).toEqual(['perhaps', 'for certain']);
    expect(attempts).toBe(1);
  });

  it('arrives once and in order although several portals deliver it', async () => {
    const { target, speak } = await meet();
    await target.connect();
    await target.leave();
    await speak(...messages(0, 30));
    await target.connect(() => new Promise((resolve) => setTimeout(resolve, 5, {})));
    const portals = Array.from({ length: 4 }, () => restarted(app.ctx));
    await Promise.all(portals.map(processOutbox));
    await expect.poll(() => target.said).toEqual(messages(0, 30));
  });

  it('loses nothing when the database expects a nearly empty outbox', async () => {
    const { target, speak } = await meet();
    await target.connect();
    await target.leave();
    await speak('line 0');
    await expect.poll(() => waitingFor(target.id)).toBe(1);
    // What autovacuum does from time to time. For one row, the plan of a claim may be a nested loop.
    await app.ctx.db.execute('vacuum analyze chat_outbox');
    await speak(...messages(1, 20));
    await target.connect();
    await expect.poll(() => target.said).toEqual(messages(0, 20));
  });

  it('continues after a database failure without repeating the message', async () => {
    const { target, speak } = await meet();
    // It cannot be removed after it was sent.
    await app.ctx.db.execute(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the drive is full'; end $$;
       create trigger refuse before delete on chat_outbox for each row execute function refuse()`,
    );
    await target.connect();
    await speak('first', 'second');
    await expect.poll(() => app.logged.join('')).toContain('Chat could not be delivered to a server');
    await app.ctx.db.execute('drop function refuse() cascade');
    await expect.poll(() => target.said).toEqual(['first', 'second']);
  });

  it('holds the newest 50 for a server that stays offline', async () => {
    const { target, speak } = await meet();
    await target.connect();
    await target.leave();
    await speak(...messages(0, 60));
    await speak(...messages(60, 80));
    await expect.poll(() => waitingFor(target.id)).toBe(50);
    await target.connect();
    await expect.poll(() => target.said).toEqual(messages(30, 80));
  });

  it('from the portal waits, too, once another server of the cluster has shown it', async () => {
    const { clusterId, target } = await meet();
    await target.connect();
    await target.leave();
    const user = await createTestUser(app, { roles: [roles.Admin] });
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api/ark/clusters/${clusterId}/chat`,
      headers: user.headers,
      payload: { message: 'hello there' },
    });
    expect(reply.json()).toMatchObject({ status: 200, data: { reached: 1, servers: 2 } });
    await target.connect();
    await expect.poll(() => target.said).toEqual(['hello there']);
  });

  it('continues after the delivering portal was killed without repeating the message', async () => {
    const { target, speak } = await meet();
    await target.connect();
    await target.leave();
    await speak('of the killed portal', 'the next');
    const claim = async () => (await claimFirst(app.ctx.db, target.id, app.ctx.clock()))?.message;
    await expect.poll(claim).toMatchObject({ text: 'of the killed portal' });
    await target.connect();
    await speak('behind it');
    expect(target.said).toEqual([]);
    app.passMs(21_000);
    await expect.poll(() => target.said).toEqual(['the next', 'behind it']);
  });

  it('is dropped after 60 seconds', async () => {
    const { target, speak } = await meet();
    await target.connect();
    await target.leave();
    await speak('too late');
    app.passMs(31_000);
    await speak('in time');
    app.passMs(30_000);
    await target.connect();
    await expect.poll(() => target.said).toEqual(['in time']);
    await expect.poll(() => waitingFor(target.id)).toBe(0);
  });
});
