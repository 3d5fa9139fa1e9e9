import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectTestAgent, CommandError, type CommandHandlers, type TestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { operator } from '../audit/audit.service.ts';
import { create } from '../clusters/changes.service.ts';
import { clusterChat, serverChat } from './chat.service.ts';
import { changeSwitches } from './settings.service.ts';

const app = await createTestApp();

type Joined = TestAgent & { id: string; name: string };

const open: TestAgent[] = [];
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close();
});

let counter = 0;
async function newCluster(): Promise<string> {
  counter += 1;
  return (await create(app.ctx, operator, `Cluster ${counter}`)).id;
}

async function join(clusterId: string, say: CommandHandlers['chat.say'] = () => ({})): Promise<Joined> {
  const { id, name, token } = await addTestServer(app, { clusterId });
  const agent = await connectTestAgent(app, { token, commands: { 'chat.say': say } });
  open.push(agent);
  return { ...agent, id, name };
}

const hour = 60 * 60 * 1000;
const line = (text: string, kind: 'player' | 'server' = 'player', ageMs = 0) => ({
  type: 'chat.line' as const,
  data: { kind, name: 'Bob', text },
  at: new Date(Date.now() - ageMs),
});
const said = (agent: TestAgent) => agent.received.map((order) => order.params['text']);

describe('a message of a player', () => {
  it('appears once on the other servers of the cluster, with the name of its own server, and not there again', async () => {
    const clusterId = await newCluster();
    const [a, b, c] = [await join(clusterId), await join(clusterId), await join(clusterId)];
    const elsewhere = await join(await newCluster());
    const data = { kind: 'player' as const, name: 'Bob', survivor: 'Bobby', tribe: 'Hill Folk', text: 'hello' };
    await a.sendEvents({ type: 'chat.line', data });
    const say = { prefix: a.name, name: 'Bobby (Bob)', tribeName: 'Hill Folk', text: 'hello' };
    await expect.poll(() => b.received).toEqual([{ command: 'chat.say', params: say }]);
    await expect.poll(() => c.received).toEqual([{ command: 'chat.say', params: say }]);

    // The echo of what was said there comes back as a line of the server, and goes nowhere.
    await b.sendEvents(line(`[${a.name}] Bob: hello`, 'server'));
    await b.sendEvents(line('last'));
    await expect.poll(() => said(a)).toEqual(['last']);
    await expect.poll(() => said(c)).toEqual(['hello', 'last']);
    expect(said(b)).toEqual(['hello']);
    expect(elsewhere.received).toEqual([]);
  });

  it('names the survivor and the player, even if both names are long', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await join(clusterId), await join(clusterId)];
    const say = (name: string, survivor?: string) =>
      a.sendEvents({ type: 'chat.line', data: { kind: 'player', name, survivor, text: 'hi' } });
    await say('Jorun', 'Jorun');
    await say('n'.repeat(100), 's'.repeat(100));
    await say('n'.repeat(100));
    await expect
      .poll(() => b.received.map(({ params }) => params['name']))
      .toEqual(['Jorun', `${'s'.repeat(30)} (${'n'.repeat(30)})`, 'n'.repeat(64)]);
  });

  it('arrives once although the agent sends it again', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await join(clusterId), await join(clusterId)];
    const { data } = line('only once');
    const event = { seq: a.hello.ackedSeq + 1, at: new Date().toISOString(), type: 'chat.line', data };
    await a.sendRaw([event]);
    await a.sendRaw([event, { ...event, seq: event.seq + 1, data: { ...data, text: 'and this' } }]);
    await expect.poll(() => said(b)).toEqual(['only once', 'and this']);
    expect(await serverChat(app.ctx, a.id)).toHaveLength(2);
  });

  it('keeps its position in the conversation', async () => {
    const clusterId = await newCluster();
    // The first answers are the slowest: whoever does not wait for them overtakes.
    let delayMs = 60;
    const slow = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve({}), (delayMs = Math.max(0, delayMs - 10)));
      });
    const [a, b] = [await join(clusterId), await join(clusterId, slow)];
    const texts = Array.from({ length: 15 }, (_, i) => `line ${i}`);
    await a.sendEvents(...texts.slice(0, 8).map((text) => line(text)));
    await a.sendEvents(...texts.slice(8).map((text) => line(text)));
    await expect.poll(() => said(b)).toEqual(texts);
  });

  it('reaches the others while one server is unresponsive, which gets the newest later', async () => {
    const clusterId = await newCluster();
    let isOpen = false;
    const whenOpen = async () => {
      await vi.waitUntil(() => isOpen, { timeout: 30_000 });
      return {};
    };
    const [a, silent, quick] = [await join(clusterId), await join(clusterId, whenOpen), await join(clusterId)];
    const texts = Array.from({ length: 80 }, (_, i) => `line ${i}`);
    for (const half of [texts.slice(0, 40), texts.slice(40)]) {
      await a.sendEvents(...half.map((text) => line(text)));
      await expect.poll(() => said(quick).at(-1)).toBe(half.at(-1));
    }
    expect(said(quick)).toEqual(texts);
    expect(said(silent)).toEqual(['line 0']);
    isOpen = true;
    await expect.poll(() => said(silent)).toEqual(['line 0', ...texts.slice(-50)]);
    await expect.poll(() => app.logged.join('')).toContain('Chat came faster than a server takes it');
  });

  it('that may have been sent is not repeated, and the next one is sent', async () => {
    const clusterId = await newCluster();
    let isBroken = true;
    const say = () => {
      if (!isBroken) return {};
      isBroken = false;
      throw new CommandError('unknownOutcome', 'The connection to the game broke.');
    };
    const [a, b] = [await join(clusterId), await join(clusterId, say)];
    await a.sendEvents(line('lost'), line('heard'));
    await expect.poll(() => said(b)).toEqual(['lost', 'heard']);
    expect(app.logged.join('')).toContain('A chat line did not reach a server');
  });

  it('sent while the portal was down is stored with its own time and not relayed', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await join(clusterId), await join(clusterId)];
    await a.sendEvents(line('an hour ago', 'player', hour), line('now'));
    await expect.poll(() => said(b)).toEqual(['now']);
    const [old] = await clusterChat(app.ctx, clusterId);
    expect(old?.text).toBe('an hour ago');
    expect(Date.now() - (old?.at.getTime() ?? 0)).toBeGreaterThan(hour - 1000);
  });

  it('does not leave or enter a server that does not share the chat of its cluster', async () => {
    const clusterId = await newCluster();
    const [a, b, c] = [await join(clusterId), await join(clusterId), await join(clusterId)];
    await changeSwitches(app.ctx, operator, a.id, { sharesClusterChat: false }, undefined);
    await a.sendEvents(line('stays here'));
    await b.sendEvents(line('does not go there'));
    await expect.poll(() => said(c)).toEqual(['does not go there']);
    await changeSwitches(app.ctx, operator, a.id, { sharesClusterChat: true }, undefined);
    await a.sendEvents(line('goes again'));
    await expect.poll(() => said(c)).toEqual(['does not go there', 'goes again']);
    expect(said(a)).toEqual([]);
    await expect.poll(() => said(b)).toEqual(['goes again']);
    expect(await clusterChat(app.ctx, clusterId)).toHaveLength(3);
  });

  it('reaches the game as one line with short names, whatever it contains', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await join(clusterId), await join(clusterId)];
    const data = { kind: 'player' as const, name: `"; KickPlayer ${'x'.repeat(90)}`, text: 'one\u2028two\u202e"' };
    await a.sendEvents({ type: 'chat.line', data });
    await expect.poll(() => said(b)).toEqual(['one two"']);
    expect(b.received[0]?.params['name']).toBe(data.name.slice(0, 64));
  });
});
