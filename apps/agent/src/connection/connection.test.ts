import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBackOff, noJitter } from '@tribehall/common/back-off';
import { createRedactor } from '@tribehall/common/redactor';
import { createCommandDispatcher } from '../commands/command-dispatcher.ts';
import { createLogRing } from '../log/log-ring.ts';
import type { Draft } from '../outbox/draft.ts';
import { Outbox } from '../outbox/outbox.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { createTestLog } from '../testing/log.fixture.ts';
import { type Portal, startPortal } from '../testing/portal.fixture.ts';
import { createReplyTimes } from './reply-times.ts';
import { maintainConnection, type ConnectionOptions } from './connection.ts';
import { connectionUrl } from './portal-address.ts';

const message = (text: string): Draft => ({ type: 'chat.line', data: { kind: 'player', name: 'Bob', text } });
const chatTexts = (portal: Portal) => portal.of('chat.line').map((data) => (data as { text: string }).text);
const numbers = (count: number) => Array.from({ length: count }, (_none, index) => String(index + 1));
const greeting = {
  agent: { name: 'test', version: '1' },
  game: 'asa' as const,
  name: null,
  map: 'TheIsland_WP',
  version: '88.25',
  capabilities: { can: ['server.ping' as const], cannot: [] },
};

async function connect(portal: { url: string }, options: Partial<ConnectionOptions> = {}, folder = makeFolder()) {
  const log = createTestLog();
  const outbox = options.outbox ?? (await Outbox.open({ folder, log }));
  const stopped = new AbortController();
  const done = maintainConnection(
    {
      address: connectionUrl(portal.url),
      token: 'th_secret-token',
      outbox,
      ring: createLogRing(createRedactor()),
      log,
      greeting: () => greeting,
      createDispatcher: () => createCommandDispatcher({ run: () => Promise.resolve([]), onFailure: () => undefined }),
      onWelcome: () => undefined,
      backOff: createBackOff([5], noJitter),
      ...options,
      timing: { gapMs: 1, retryMs: 10, ...options.timing },
    },
    stopped.signal,
  );
  const stop = async () => {
    stopped.abort();
    await done;
    await outbox.close();
  };
  onTestFinished(stop);
  return { outbox, log, done, stop };
}

const add = (ring: ReturnType<typeof createLogRing>, texts: string[]) => {
  for (const text of texts) ring.add({ at: new Date(), key: 'game', level: 'info', text });
};
const texts = (portal: Portal) => portal.logBatches.flatMap(({ lines }) => lines.map(({ text }) => text));
const skipped = (portal: Portal) => portal.logBatches.reduce((sum, batch) => sum + batch.skipped, 0);

it('does not send events again that an older portal does not know, and goes on with the others', async () => {
  const portal = await startPortal({ unknownTypes: ['lists.state'] });
  const { outbox, log } = await connect(portal);
  outbox.append([message('1'), { type: 'lists.state', data: { list: 'bans', digest: null, count: 0 } }, message('2')]);
  await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['1', '2']));
  await vi.waitFor(() => expect(outbox.waitingCount).toBe(0));
  portal.cut();
  await vi.waitFor(() => expect(portal.hellos).toHaveLength(2));
  outbox.append([message('3')]);
  await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['1', '2', '3']));
  expect(portal.texts.filter((text) => text.includes('lists.state'))).toHaveLength(1);
  expect(log.sentences.filter((sentence) => sentence.includes('no such type'))).toHaveLength(1);
});

describe('log lines', () => {
  it('go beside the events, two thousand at once and each once', async () => {
    const portal = await startPortal();
    const ring = createLogRing(createRedactor());
    add(ring, numbers(2_000));
    const { outbox } = await connect(portal, { ring, timing: { logGapMs: 5 } });
    outbox.append(numbers(10).map(message));
    await vi.waitFor(() => expect(texts(portal)).toEqual(numbers(2_000)));
    expect(skipped(portal)).toBe(0);
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(numbers(10)));
  });

  it('that are never answered hold up no event, and are not sent twice', async () => {
    const portal = await startPortal({ ignoresLogs: true });
    const ring = createLogRing(createRedactor());
    add(ring, ['one']);
    const { outbox } = await connect(portal, { ring, timing: { logGapMs: 1, logResponseMs: 50 } });
    await vi.waitFor(() => expect(texts(portal)).toEqual(['one']));
    outbox.append(numbers(300).map(message));
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(numbers(300)));
    await vi.waitFor(() => expect(skipped(portal)).toBeGreaterThan(0));
    expect(texts(portal)).toEqual(['one']);
  });

  it('are not forced upon a portal that does not know them', async () => {
    const portal = await startPortal({ refusesLogs: true });
    const ring = createLogRing(createRedactor());
    add(ring, ['one']);
    const { outbox, log } = await connect(portal, { ring, timing: { logGapMs: 1 } });
    await vi.waitFor(() => expect(portal.logBatches).toHaveLength(1));
    outbox.append(numbers(100).map(message));
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(numbers(100)));
    add(ring, ['two']);
    outbox.append([message('last')]);
    await vi.waitFor(() => expect(chatTexts(portal)).toContain('last'));
    expect(portal.logBatches).toHaveLength(1);
    expect(ring.take()?.count).toBe(2);
    expect(log.sentences.filter((sentence) => !sentence.includes('Connected'))).toEqual([]);
  });

  it('that were in flight when the connection was lost are reported as skipped on the next one', async () => {
    const portal = await startPortal({ ignoresLogs: true });
    const ring = createLogRing(createRedactor());
    add(ring, numbers(3));
    await connect(portal, { ring, timing: { logGapMs: 1 } });
    await vi.waitFor(() => expect(texts(portal)).toHaveLength(3));
    portal.cut();
    portal.behaviour.ignoresLogs = false;
    await vi.waitFor(() => expect(skipped(portal)).toBe(3));
  });
});

const manyReplies = () => {
  const replyTimes = createReplyTimes();
  for (let ms = 1; ms <= 150; ms += 1) replyTimes.add(ms + 0.04);
  return replyTimes;
};

describe('times of RCON replies', () => {
  it('are reported once to a portal that asks, the newest ones', async () => {
    const portal = await startPortal({ rconReportMs: 5 });
    const replyTimes = manyReplies();
    await connect(portal, { replyTimes });
    await vi.waitFor(() => expect(portal.replyTimes).toHaveLength(1));
    expect(portal.replyTimes[0]).toEqual(Array.from({ length: 100 }, (_none, index) => index + 51));
    replyTimes.add(7);
    await vi.waitFor(() => expect(portal.replyTimes.slice(1)).toEqual([[7]]));
  });

  it('are not sent to a portal that does not ask, nor again to one that refuses them', async () => {
    const silent = await startPortal();
    const { outbox } = await connect(silent, { replyTimes: manyReplies() });
    const refusing = await startPortal({ rconReportMs: 1, refusesReplyTimes: true });
    const replyTimes = manyReplies();
    const other = await connect(refusing, { replyTimes });
    await vi.waitFor(() => expect(refusing.replyTimes).toHaveLength(1));
    for (const { outbox: to } of [{ outbox }, other]) {
      replyTimes.add(1);
      to.append(numbers(300).map(message));
    }
    for (const portal of [silent, refusing]) await vi.waitFor(() => expect(chatTexts(portal)).toHaveLength(300));
    expect([silent.replyTimes.length, refusing.replyTimes.length]).toEqual([0, 1]);
  });
});

describe('the connection', () => {
  it('sends hello with its token and delivers queued events, in order', async () => {
    const portal = await startPortal();
    const { outbox, log } = await connect(portal);
    outbox.append(numbers(500).map(message));
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(numbers(500)));
    expect(portal.tokens).toEqual(['Bearer th_secret-token']);
    expect(portal.hellos).toMatchObject([{ protocol: 1, game: 'asa', map: 'TheIsland_WP', stream: outbox.stream }]);
    expect(log.sentences).toEqual(['info Connected to the portal as "The Island".']);
    await vi.waitFor(() => expect(outbox.waitingCount).toBe(0));
  });

  it('loses and doubles nothing over 100 connections that are cut before the response', async () => {
    const portal = await startPortal();
    let cuts = 0;
    portal.behaviour.cutsReply = () => cuts < 100 && (cuts += 1) > 0;
    const outbox = await Outbox.open({ folder: makeFolder(), log: createTestLog(), limits: { eventsPerBatch: 5 } });
    await connect(portal, { outbox });
    outbox.append(numbers(1_000).map(message));
    await vi.waitFor(() => expect(outbox.waitingCount).toBe(0));
    expect(chatTexts(portal)).toEqual(numbers(1_000));
    expect([cuts, portal.hellos.length]).toEqual([100, 101]);
  });

  it('loses and doubles nothing when connections are cut at any time from outside', async () => {
    const portal = await startPortal();
    const { outbox } = await connect(portal);
    for (let round = 0; round < 100; round += 1) {
      outbox.append(numbers(5).map((number) => message(`${round}.${number}`)));
      await vi.waitFor(() => expect(portal.sockets.size).toBeGreaterThan(0));
      portal.cut();
    }
    const all = Array.from({ length: 100 }, (_none, round) => numbers(5).map((number) => `${round}.${number}`)).flat();
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(all));
  });

  it('queues events while the portal is away and delivers them once, also after its own restart', async () => {
    const folder = makeFolder();
    const first = await startPortal();
    const before = await connect(first, {}, folder);
    before.outbox.append(['1', '2'].map(message));
    await vi.waitFor(() => expect(chatTexts(first)).toEqual(['1', '2']));
    await first.stop();
    before.outbox.append(['3', '4'].map(message));
    await before.outbox.written();
    await before.stop();

    const second = await startPortal({}, first.port);
    for (const [stream, seq] of first.acked) second.acked.set(stream, seq);
    const after = await connect(second, {}, folder);
    after.outbox.append([message('5')]);
    await vi.waitFor(() => expect(chatTexts(second)).toEqual(['3', '4', '5']));
  });

  it('sends again what the portal could not take, without a new connection', async () => {
    const portal = await startPortal();
    let failures = 2;
    portal.behaviour.onEvents = (message, id) => {
      if (failures === 0) return false;
      failures -= 1;
      message.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'database\u001b[2J' } }));
      return true;
    };
    const { outbox, log } = await connect(portal);
    outbox.append(['1', '2'].map(message));
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['1', '2']));
    expect(portal.hellos).toHaveLength(1);
    expect(log.sentences).toContain('warn The portal could not accept events: database');
  });

  it('begins a new row of numbers where the portal knows more than the journal', async () => {
    const portal = await startPortal({ ackedSeq: 70 });
    const { outbox } = await connect(portal);
    const { stream } = outbox;
    outbox.append([message('1')]);
    await vi.waitFor(() => expect(portal.hellos.length).toBeGreaterThan(0));
    delete portal.behaviour.ackedSeq;
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['1']));
    expect(outbox.stream).not.toBe(stream);
  });

  it('notices a portal that has fallen silent, and comes back', async () => {
    const portal = await startPortal({ isMute: true });
    const { log } = await connect(portal, { timing: { heartbeatMs: 20, silenceMs: 100 } });
    await vi.waitFor(() => expect(log.sentences).toContain('warn The portal stopped responding.'));
    portal.behaviour.isMute = false;
    await vi.waitFor(() => expect(portal.hellos.length).toBeGreaterThan(0));
  });

  it('stays while the other side only responds to pings', async () => {
    const portal = await startPortal();
    const { log } = await connect(portal, { timing: { heartbeatMs: 20, silenceMs: 1_500 } });
    let pings = 0;
    await vi.waitFor(() => expect(portal.sockets.size).toBe(1));
    for (const message of portal.sockets) message.on('ping', () => (pings += 1));
    await vi.waitFor(() => expect(pings).toBeGreaterThan(90));
    expect(log.sentences).toHaveLength(1);
  });

  it('gives up a connection on which the hello is not answered', async () => {
    const portal = await startPortal({ ignoresHello: true });
    const { log } = await connect(portal, { timing: { helloMs: 20 } });
    await vi.waitFor(() => expect(log.sentences).toContain('warn The portal did not answer "hello" in time.'));
  });

  it('gives up a connection on which the hello gets an invalid response, and logs why', async () => {
    const portal = await startPortal({ ackedSeq: 1.5 });
    const { log } = await connect(portal);
    const sentence = 'warn The portal sent an invalid answer to the hello.';
    await vi.waitFor(() => expect(log.sentences).toEqual([sentence]));
  });

  it('gives up a portal that sends too much or no text', async () => {
    const portal = await startPortal();
    const { log } = await connect(portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    portal.sendText('x'.repeat(300 * 1024));
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(2));
    portal.sendText(Buffer.from([1, 2, 3]));
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(3));
    expect(log.sentences.join('\n')).toMatch(/Max payload size exceeded[^]*binary/);
  });
});

describe('when the portal refuses', () => {
  const sentences = {
    401: /error The portal does not accept this token/,
    404: /error There is no Tribehall portal at this address/,
    503: /error The portal answers 503/,
  };
  it.each(Object.entries(sentences))('%s is logged in words, once', async (status, sentence) => {
    const portal = await startPortal({ refusesWith: Number(status) });
    const { log } = await connect(portal);
    await vi.waitFor(() => expect(log.sentences[0]).toMatch(sentence));
    expect(log.sentences).toHaveLength(1);
    expect(log.sentences.join()).not.toContain('th_secret');
  });

  it.each([
    [agentCloseCodes.replaced, /Another agent connected with the same token/],
    [agentCloseCodes.tokenReplaced, /token of this server was replaced/],
    [1008, /closed \(1008: no thanks\)/],
  ])('a close with %s is logged', async (code, sentence) => {
    const portal = await startPortal();
    const { log } = await connect(portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    portal.close(code, 'no thanks');
    await vi.waitFor(() => expect(log.sentences.join('\n')).toMatch(sentence));
  });

  it('ends for good when the server was removed', async () => {
    const portal = await startPortal();
    const { log, done } = await connect(portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    portal.close(agentCloseCodes.serverRemoved);
    await done;
    expect(log.sentences.at(-1)).toContain('was removed from the portal');
    expect(portal.tokens).toHaveLength(1);
  });
});

describe('an address', () => {
  it.each([
    ['https://portal.example.org', 'wss://portal.example.org/api/ark/link'],
    ['http://127.0.0.1:8080/', 'ws://127.0.0.1:8080/api/ark/link'],
    ['https://example.org/tribehall/', 'wss://example.org/tribehall/api/ark/link'],
  ])('%s leads to %s', (portal, address) => expect(connectionUrl(portal)).toBe(address));
});
