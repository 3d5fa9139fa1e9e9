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
const chatEvent = (text: string, kind: 'player' | 'server' = 'player', ageMs = 0) => ({
  type: 'chat.line' as const,
  data: { kind, name: 'Bob', text },
  at: new Date(Date.now() - ageMs),
});
const said = (agent: TestAgent) => agent.received.map(({ params }) => params['text']);

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

    // The echo of the relayed message arrives as a message of the server, and is not relayed.
    await b.sendEvents(chatEvent(`[${a.name}] Bob: hello`, 'server'));
    await b.sendEvents(chatEvent('last'));
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
    const { data } = chatEvent('only once');
    const event = { seq: a.hello.ackedSeq + 1, at: new Date().toISOString(), type: 'chat.line', data };
    await a.sendRaw([event]);
    await a.sendRaw([event, { ...event, seq: event.seq + 1, data: { ...data, text: 'and this' } }]);
    await expect.poll(() => said(b)).toEqual(['only once', 'and this']);
    expect(await serverChat(app.ctx, a.id)).toHaveLength(2);
  });

  it('keeps its position in the conversation', async () => {
    const clusterId = await newCluster();
    // The first replies are the slowest: without waiting for them, later messages would overtake.
    let delayMs = 60;
    const slow = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve({}), (delayMs = Math.max(0, delayMs - 10)));
      });
    const [a, b] = [await join(clusterId), await join(clusterId, slow)];
    const texts = Array.from({ length: 15 }, (_, i) => `line ${i}`);
    await a.sendEvents(...texts.slice(0, 8).map((text) => chatEvent(text)));
    await a.sendEvents(...texts.slice(8).map((text) => chatEvent(text)));
    await expect.poll(() => said(b)).toEqual(texts);
  });

  it('reaches the others while one server is unresponsive, which gets the newest later', async () => {
    const clusterId = await newCluster();
    let isOpen = false;
    const whenOpen = async () => {
      await vi.waitUntil(() => isOpen);
      return {};
    };
    const [a, silent, quick] = [await join(clusterId), await join(clusterId, whenOpen), await join(clusterId)];
    const texts = Array.from({ length: 80 }, (_, i) => `line ${i}`);
    for (const half of [texts.slice(0, 40), texts.slice(40)]) {
      await a.sendEvents(...half.map((text) => chatEvent(text)));
      await expect.poll(() => said(quick).at(-1)).toBe(half.at(-1));
    }
    expect(said(quick)).toEqual(texts);
    expect(said(silent)).toEqual(['line 0']);
    isOpen = true;
    await expect.poll(() => said(silent)).toEqual(['line 0', ...texts.slice(-50)]);
    await expect.poll(() => app.logged.join('')).toContain('Chat messages were dropped because a server is too slow');
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
    await a.sendEvents(chatEvent('lost'), chatEvent('heard'));
    await expect.poll(() => said(b)).toEqual(['lost', 'heard']);
    expect(app.logged.join('')).toContain('A chat message did not reach a server');
  });

  it('sent while the portal was down is stored with its own time and not relayed', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await join(clusterId), await join(clusterId)];
    await a.sendEvents(chatEvent('an hour ago', 'player', hour), chatEvent('now'));
    await expect.poll(() => said(b)).toEqual(['now']);
    const [old] = await clusterChat(app.ctx, clusterId);
    expect(old?.text).toBe('an hour ago');
    expect(Date.now() - (old?.at.getTime() ?? 0)).toBeGreaterThan(hour - 1000);
  });

  it('does not leave or enter a server that does not share the chat of its cluster', async () => {
    const clusterId = await newCluster();
    const [a, b, c] = [await join(clusterId), await join(clusterId), await join(clusterId)];
    await changeSwitches(app.ctx, operator, a.id, { sharesClusterChat: false }, undefined);
    await a.sendEvents(chatEvent('stays here'));
    await b.sendEvents(chatEvent('does not go there'));
    await expect.poll(() => said(c)).toEqual(['does not go there']);
    await changeSwitches(app.ctx, operator, a.id, { sharesClusterChat: true }, undefined);
    await a.sendEvents(chatEvent('goes again'));
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
