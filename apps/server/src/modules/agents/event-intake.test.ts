import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import type { ConnectionIdentity } from './agent-connection.ts';
import { chatMessage, storedMessages } from './agents.fixture.ts';
import { createEventIntake, toBatch } from './event-intake.service.ts';

const app = await createTestApp();
const takeBatch = createEventIntake(app.ctx, (work) => work());

/** A server with a connected agent. */
async function connect(options: { token?: string; stream?: string } = {}): Promise<ConnectionIdentity> {
  const token = options.token ?? (await addTestServer(app)).token;
  const { hello } = await connectTestAgent(app, { token, hello: { stream: options.stream ?? 'stream-of-a-test' } });
  const [identity] = await app.ctx.db
    .select({
      id: agentConnections.id,
      serverId: servers.id,
      portalId: agentConnections.portalId,
      tokenHash: servers.tokenHash,
    })
    .from(agentConnections)
    .innerJoin(servers, eq(servers.id, agentConnections.serverId))
    .where(eq(servers.id, hello.serverId));
  if (!identity) throw new Error('The agent is not connected');
  return identity;
}

const connectAll = (count: number) => Promise.all(Array.from({ length: count }, () => connect()));

async function take(identity: ConnectionIdentity, ...texts: string[]) {
  const events = texts.map((text, index) => ({ seq: index + 1, at: new Date(), ...chatMessage(text) }));
  const outcome = await takeBatch(toBatch(app.ctx, identity, events, 0));
  return 'refused' in outcome ? outcome : outcome.result;
}

const transactionOf = async (text: string) => {
  const found = sql`select xmin::text as id from chat_messages where text = ${text}`;
  return (await app.ctx.db.execute<{ id: string }>(found)).rows[0]?.id;
};

/** Runs `work` while two transactions wait for a lock, and all that comes later for them. */
async function whileStoringWaits<T>(work: () => T): Promise<T> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const busy = await connectAll(2);
  const result = await app.ctx.db.transaction(async (db) => {
    await db.execute('lock table chat_messages in share mode');
    for (const [index, identity] of busy.entries()) {
      busyReplies.push(take(identity, 'busy'));
      await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(index + 1);
    }
    return { value: work() };
  });
  await Promise.all(busyReplies.splice(0));
  return result.value;
}
const busyReplies: Promise<unknown>[] = [];

const stored = { ackedSeq: 1, rejected: [] };

describe('batches of events that arrive while others are being stored', () => {
  it('share one transaction, and each is acknowledged', async () => {
    const identities = await connectAll(5);
    const replies = await whileStoringWaits(() =>
      identities.map((identity, index) => take(identity, `shared ${index}`)),
    );
    expect(await Promise.all(replies)).toEqual(identities.map(() => stored));
    const transactions = await Promise.all(identities.map((_, index) => transactionOf(`shared ${index}`)));
    expect(new Set(transactions).size).toBe(1);
    for (const [index, { serverId }] of identities.entries())
      expect(await storedMessages(app, serverId)).toEqual([`shared ${index}`]);
  });

  it('are stored even if one of them cannot be: only its event is rejected', async () => {
    await app.ctx.db.execute(
      `create function refuse_poison() returns trigger language plpgsql as
       $$ begin if new.text = 'poison' then raise exception 'no'; end if; return new; end $$;
       create trigger refuse_poison before insert on chat_messages for each row execute function refuse_poison()`,
    );
    const identities = await connectAll(3);
    const texts = ['first', 'poison', 'last'];
    const replies = await whileStoringWaits(() =>
      identities.map((identity, index) => take(identity, texts[index] ?? '')),
    );
    const rejected = [{ seq: 1, reason: 'The portal could not store this event.' }];
    expect(await Promise.all(replies)).toEqual([stored, { ackedSeq: 1, rejected }, stored]);
    const found = await Promise.all(identities.map(({ serverId }) => storedMessages(app, serverId)));
    expect(found).toEqual([['first'], [], ['last']]);
  });

  it('are not rejected while the database lacks disk space, memory or time: the agent sends them again', async () => {
    await app.ctx.db.execute(
      `create function refuse_for_now() returns trigger language plpgsql as
       $$ begin if new.text like 'sqlstate %' then raise exception 'not now' using errcode = right(new.text, 5); end if;
       return new; end $$;
       create trigger refuse_for_now before insert on chat_messages for each row execute function refuse_for_now()`,
    );
    for (const code of ['53100', '53200', '57014', '58030']) {
      const identity = await connect();
      await expect(take(identity, `sqlstate ${code}`)).rejects.toThrow('Failed query');
      expect(await take(identity, 'later')).toEqual(stored);
    }
  });

  it('are refused alone if their connection is not the current one', async () => {
    const server = await addTestServer(app);
    const [old, other] = [await connect({ token: server.token }), await connect()];
    await connect({ token: server.token });
    const replies = await whileStoringWaits(() => [take(old, 'too late'), take(other, 'in time')]);
    expect(await Promise.all(replies)).toEqual([{ refused: 'replaced' }, stored]);
    expect(await storedMessages(app, server.id)).toEqual([]);
  });

  it('are stored once if they come again over a new connection', async () => {
    const server = await addTestServer(app);
    const old = await connect({ token: server.token });
    const [first] = await whileStoringWaits(() => [take(old, 'one', 'two')]);
    expect(await first).toEqual({ ackedSeq: 2, rejected: [] });
    const next = await connect({ token: server.token });
    expect(await take(next, 'one', 'two', 'three')).toEqual({ ackedSeq: 3, rejected: [] });
    expect(await storedMessages(app, server.id)).toEqual(['one', 'two', 'three']);
  });
});

it('stores the batches of other servers while somebody else has locked some', async () => {
  const [locked, free] = [await connectAll(2), await connect()];
  const { replies } = await app.ctx.db.transaction(async (db) => {
    for (const { serverId } of locked) await db.execute(sql`select 1 from servers where id = ${serverId} for update`);
    const replies = locked.map((identity) => take(identity, 'later'));
    expect(await take(free, 'now')).toEqual(stored);
    return { replies };
  });
  expect(await Promise.all(replies)).toEqual([stored, stored]);
  for (const { serverId } of locked) expect(await storedMessages(app, serverId)).toEqual(['later']);
});

it('stores a batch once that waits twice', async () => {
  const identity = await connect();
  const replies = await whileStoringWaits(() => [take(identity, 'once'), take(identity, 'once')]);
  expect(await Promise.all(replies)).toEqual([stored, stored]);
  expect(await storedMessages(app, identity.serverId)).toEqual(['once']);
});
