import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { createScriptedRcon } from '../testing/rcon.fixture.ts';
import { createRconIntake } from './rcon-intake.ts';

function setUp(state: { hasLog: boolean; isAnyoneOnline: boolean }, gameLogMs = 1) {
  const rcon = createScriptedRcon();
  const facts: LogEvent[] = [];
  const old: LogEvent[] = [];
  const chat: LogEvent[][] = [];
  const intake = createRconIntake({
    rcon,
    hasLog: () => state.hasLog,
    isAnyoneOnline: () => state.isAnyoneOnline,
    events: { fromRcon: () => [] },
    chat: { fromRcon: (read) => (chat.push([...read]), []) },
    onFact: (fact, isOld) => {
      facts.push(fact);
      if (isOld) old.push(fact);
    },
    emit: () => undefined,
    timing: { chatMs: 1, presenceChatMs: 1, gameLogMs, idleMs: 3_600_000, standbyMs: 1 },
  });
  onTestFinished(() => intake.stop());
  return { rcon, facts, old, chat, intake };
}

const once = (text: string) => {
  let pending = text;
  return () => {
    const reply = pending;
    pending = 'Server received, But no response!! \n ';
    return reply;
  };
};

const joined = (name: string) =>
  `2026.08.31_06.01.54: ${name} [UniqueNetId:0002f16bad3d4330b6097fcec38c5610 Platform:None] joined\n `;

describe('RCON instead of the log', () => {
  it('is not asked while there is a log, and begins when there is none', async () => {
    const state = { hasLog: true, isAnyoneOnline: true };
    const { rcon } = setUp(state);
    await new Promise((resolve) => setImmediate(resolve));
    expect(rcon.commands).toEqual([]);
    state.hasLog = false;
    await vi.waitFor(() => expect(new Set(rcon.commands)).toEqual(new Set(['GetChat', 'GetGameLog'])));
  });

  it('reports chat, also over several lines, and joins', async () => {
    const { rcon, chat, facts, intake } = setUp({ hasLog: false, isAnyoneOnline: true });
    expect(intake.reportsPresence()).toBe(false);
    rcon.replies['GetChat'] = once(
      'Bob (Bobby): one\ntwo\nAnn (Annie): hi\n2026.08.31_06.01.54: Eve [UniqueNetId:0002f16bad3d4330b6097fcec38c5610 Platform:None] joined\n ',
    );
    await vi.waitFor(() => expect(facts.map(({ kind }) => kind)).toContain('joined'));
    expect(intake.reportsPresence()).toBe(true);
    const texts = chat.flat().flatMap((fact) => (fact.kind === 'chat' ? fact.text : []));
    expect(texts).toEqual(['one\ntwo', 'hi']);
  });

  it('knows what waited in the game from what has just happened', async () => {
    const { rcon, facts, old } = setUp({ hasLog: false, isAnyoneOnline: true }, 3_600_000);
    rcon.replies['GetChat'] = once(joined('Eve'));
    await vi.waitFor(() => expect(rcon.commands.length).toBeGreaterThan(3));
    rcon.replies['GetChat'] = once(joined('Bob'));
    await vi.waitFor(() => expect(facts).toHaveLength(2));
    expect(old).toEqual(facts.slice(0, 1));
  });

  it('takes from the game log what is not chat', async () => {
    const { rcon, facts, chat } = setUp({ hasLog: false, isAnyoneOnline: true });
    rcon.replies['GetGameLog'] = once(
      '2020.05.06_11.04.56: Ann joined this ARK!\n2020.05.06_11.04.57: Bob (Bobby): hi\n2020.05.06_11.06.11: Ann left this ARK!\n \n ',
    );
    await vi.waitFor(() => expect(facts.map(({ kind }) => kind)).toEqual(['joined', 'left']));
    expect(chat.flat()).toEqual([]);
  });

  it('asks rarely while nobody is there, but soon on request', async () => {
    const { rcon, intake } = setUp({ hasLog: false, isAnyoneOnline: false });
    await vi.waitFor(() => expect(rcon.commands).toHaveLength(2));
    intake.hurry();
    await vi.waitFor(() => expect(rcon.commands).toEqual(['GetChat', 'GetGameLog', 'GetGameLog']));
  });
});
