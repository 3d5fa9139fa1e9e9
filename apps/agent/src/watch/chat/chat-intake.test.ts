import { type LogEvent, parseLogLine } from '@tribehall/ark/logs/log-lines';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../outbox/draft.ts';
import { createIdentities } from '../players/identities.ts';
import { type ChatSource, createChatIntake } from './chat-intake.ts';
import { createEchoes } from './chat-memory.ts';

const start = Date.parse('2026-09-13T12:00:00.000Z');
const bobId = '76561197991984752';

function setUp(options: { lastSource?: ChatSource; spokeAtMs?: number; isAsciiOnly?: boolean } = {}) {
  const clock = { ms: start };
  const echoes = createEchoes(() => clock.ms);
  const identities = createIdentities({
    isAsciiOnly: options.isAsciiOnly ?? false,
    profiles: undefined,
    memory: { recall: () => undefined, store: () => undefined },
  });
  const intake = createChatIntake({
    identities,
    echoes,
    lastSource: options.lastSource,
    spokeAtMs: () => options.spokeAtMs,
    now: () => clock.ms,
  });
  const log = (text: string, isOld = false, atMs = clock.ms) => textsOf(intake.fromLog(fact(text, atMs), isOld));
  const rcon = (...texts: string[]) => textsOf(intake.fromRcon(texts.map((text) => fact(text))));
  return { clock, echoes, identities, intake, log, rcon };
}

function fact(text: string, atMs?: number): LogEvent {
  const event = parseLogLine(text.includes(': ') ? text : `Bob (Bobby): ${text}`);
  if (!event) throw new Error('This is no line of chat.');
  return atMs === undefined ? event : { ...event, at: new Date(atMs).toISOString() };
}

function data(drafts: Draft[]): AgentEventData<'chat.line'>[] {
  return drafts.map((draft) => draft.data as AgentEventData<'chat.line'>);
}

const textsOf = (drafts: Draft[]) => data(drafts).map(({ text }) => text);

describe('a chat message', () => {
  it('has the names, the time and the id of who said it', () => {
    const { identities, intake } = setUp();
    identities.setOnline([{ id: bobId, name: 'Bob' }]);
    expect(intake.fromLog(fact('hello', start), false)).toEqual([
      {
        type: 'chat.line',
        at: '2026-09-13T12:00:00.000Z',
        data: { kind: 'player', playerId: bobId, name: 'Bob', survivor: 'Bobby', text: 'hello' },
      },
    ]);
  });

  it('has no id where two players have the name', () => {
    const { identities, intake } = setUp();
    identities.setOnline([
      { id: bobId, name: 'Bob' },
      { id: '76561197991984753', name: 'Bob' },
    ]);
    expect(data(intake.fromLog(fact('hello'), false))[0]).not.toHaveProperty('playerId');
  });

  it('is one line of plain text, however it was sent', () => {
    const { intake } = setUp();
    const event: LogEvent = {
      kind: 'chat',
      name: 'a\u0000b\u001b[31m',
      survivor: '\u202eBob',
      text: 'x\n[ERROR] \u0007y',
    };
    expect(data(intake.fromLog(event, false))[0]).toEqual({
      kind: 'player',
      name: 'ab',
      survivor: 'Bob',
      text: 'x [ERROR] y',
    });
    const long: LogEvent = { kind: 'chat', name: 'n'.repeat(500), survivor: '', text: '🦖'.repeat(3_000) };
    const [line] = data(intake.fromLog(long, false));
    expect([line?.name.length, line?.text.length]).toEqual([128, 1_000]);
    expect(intake.fromLog({ kind: 'chat', name: 'Bob', survivor: '', text: '\u0000' }, false)).toEqual([]);
  });

  it('of the server is marked as such', () => {
    const { intake } = setUp();
    expect(data(intake.fromLog(fact('SERVER: restart at noon'), false))).toEqual([
      { kind: 'server', name: 'SERVER', text: 'restart at noon' },
    ]);
  });
});

describe('what the agent said itself', () => {
  it('is dropped once, within a minute', () => {
    const { echoes, log, clock } = setUp();
    echoes.expect('[Discord] Ann: hi');
    echoes.expect('late');
    expect(log('SERVER: [Discord] Ann: hi')).toEqual([]);
    expect(log('SERVER: [Discord] Ann: hi')).toEqual(['[Discord] Ann: hi']);
    clock.ms += 61_000;
    expect(log('SERVER: late')).toEqual(['late']);
  });

  it('is known also with the letters that RCON lost', () => {
    const { echoes, rcon } = setUp({ lastSource: 'rcon' });
    echoes.expect('idée  x');
    expect(rcon('SERVER: id?e x')).toEqual([]);
  });

  it('cannot be used by a player to hide a message', () => {
    const { echoes, log } = setUp();
    echoes.expect('hi');
    expect(log('Bob (Bobby): hi')).toEqual(['hi']);
  });

  it('is dropped after a restart too, if it was said just before', () => {
    const { log } = setUp({ spokeAtMs: start });
    expect(log('SERVER: the code is 123456', true, start + 1_000)).toEqual([]);
    expect(log('SERVER: much later', true, start + 120_000)).toEqual(['much later']);
    expect(log('SERVER: now', false, start + 1_000)).toEqual(['now']);
    expect(log('players are heard', true, start + 1_000)).toEqual(['players are heard']);
  });
});

describe('from the log to RCON', () => {
  it('takes what is new in the first reply, which holds everything since the start', () => {
    const { log, rcon } = setUp({ lastSource: 'log' });
    for (const text of ['a', 'lol', 'b', 'lol']) log(text);
    expect(rcon('from before the start', 'a', 'lol', 'b', 'lol', 'new', 'lol')).toEqual(['new', 'lol']);
    expect(rcon('lol', 'lol')).toEqual(['lol', 'lol']);
  });

  it('gets along with another tool that took a part of it', () => {
    const { log, rcon } = setUp();
    for (const text of ['a', 'b', 'c']) log(text);
    expect(rcon('x', 'y')).toEqual(['x', 'y']);
  });

  it('recognises messages that lost their letters or their end', () => {
    const { intake, rcon } = setUp();
    intake.fromLog({ kind: 'chat', name: 'Jürgen', survivor: 'J', text: 'schön' }, false);
    expect(rcon('J?rgen (J): sch?n')).toEqual([]);
  });

  it('takes nothing from before the first start', () => {
    const { rcon } = setUp();
    expect(rcon('hours ago', 'also')).toEqual([]);
    expect(rcon('now')).toEqual(['now']);
  });

  it('takes everything after a restart if RCON was the way before', () => {
    const { rcon } = setUp({ lastSource: 'rcon' });
    expect(rcon('while the agent was away')).toEqual(['while the agent was away']);
  });
});

describe('from RCON to the log', () => {
  it('drops log lines that RCON has already reported', () => {
    const { clock, log, rcon } = setUp({ lastSource: 'rcon' });
    rcon('a', 'lol');
    clock.ms += 2_000;
    expect(log('a', true, start - 500)).toEqual([]);
    expect(log('lol', true, start - 400)).toEqual([]);
    expect(log('lol', false, start + 1_900)).toEqual(['lol']);
  });

  it('drops what lies too long back to be remembered, by its time', () => {
    const { clock, log, rcon } = setUp({ lastSource: 'rcon' });
    for (let n = 0; n < 5_000; n += 1) rcon(`line ${n}`);
    clock.ms += 60_000;
    rcon();
    expect(log('line 0', true, start)).toEqual([]);
    expect(log('new', false, clock.ms)).toEqual(['new']);
  });

  it('reads from the log what was thrown away with the first reply', () => {
    const { clock, log, rcon } = setUp({ lastSource: 'log' });
    rcon('said before the agent started');
    clock.ms += 10_000;
    rcon('x');
    expect(log('said before the agent started', true, start - 60_000)).toEqual(['said before the agent started']);
    expect(log('x', true, start + 9_000)).toEqual([]);
  });

  it('back and forth: every message once', () => {
    const { clock, log, rcon } = setUp({ lastSource: 'log' });
    const all = [...log('1'), ...log('2')];
    clock.ms += 20_000;
    all.push(...rcon('1', '2', '3'), ...rcon('4'));
    clock.ms += 1_000;
    all.push(...log('3', false, start + 15_000), ...log('4', false, start + 20_500), ...log('5'));
    clock.ms += 60_000;
    all.push(...log('5'), ...rcon('5', '5', '6'), ...rcon('5'));
    expect(all).toEqual(['1', '2', '3', '4', '5', '5', '6', '5']);
  });
});
