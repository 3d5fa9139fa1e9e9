import { parseLogLine, type LogEvent } from '@tribehall/ark/logs/log-lines';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type { RconState } from '../rcon/rcon-client.ts';
import { createStateWatch } from './state-watch.ts';

type ServerState = AgentEventData<'server.state'>;

function setUp(map?: string) {
  const clock = { ms: 1_000_000 };
  const rcon: { state: RconState; reason?: string; since: number } = { state: 'connecting', since: clock.ms };
  const lastSent: ServerState[] = [];
  const watch = createStateWatch({
    rcon: () => rcon,
    map,
    emit: ({ data }) => void lastSent.push(data as ServerState),
    now: () => clock.ms,
  });
  onTestFinished(() => watch.stop());
  const change = (state: RconState, reason?: string) => {
    Object.assign(rcon, { state, reason, since: clock.ms });
    watch.check();
  };
  const pass = (ms: number) => {
    clock.ms += ms;
    watch.check();
  };
  return { watch, lastSent, change, pass, states: () => lastSent.map(({ state }) => state) };
}

const fact = (line: string): LogEvent => {
  const event = parseLogLine(line);
  if (!event) throw new Error('This line says nothing.');
  return event;
};
const opened = fact('Log file open, 06/25/26 03:36:06');
const advertising = fact('Server has completed startup and is now advertising for join (10.95GB Mem)');

describe('the state of the game', () => {
  it('follows RCON: up, slow, down, up', () => {
    const { lastSent, change } = setUp('TheIsland');
    change('up');
    change('slow', 'The game server answers slowly.');
    change('unreachable', 'connect ECONNREFUSED');
    change('up');
    expect(lastSent).toEqual([
      { state: 'up', map: 'TheIsland' },
      { state: 'degraded', reason: 'The game server answers slowly.', map: 'TheIsland' },
      { state: 'down', reason: 'connect ECONNREFUSED', map: 'TheIsland' },
      { state: 'up', map: 'TheIsland' },
    ]);
  });

  it('is published only when it changes', () => {
    const { lastSent, change, pass } = setUp();
    change('up');
    pass(60_000);
    change('up');
    expect(lastSent).toHaveLength(1);
  });

  it('survives a connection that is cut by a save, but not one that stays away', () => {
    const { states, change, pass } = setUp();
    change('up');
    change('connecting', 'The game server closed the connection.');
    pass(7_000);
    expect(states()).toEqual(['up']);
    pass(2_000);
    expect(states()).toEqual(['up', 'down']);
  });

  it('reports that the password is wrong', () => {
    const { lastSent, change } = setUp();
    change('refused', 'The game server refused the RCON password.');
    expect(lastSent).toEqual([{ state: 'degraded', reason: 'The game server refused the RCON password.' }]);
  });

  it('is booting from the first line of a log to the one that ends the start', () => {
    const { watch, lastSent, states, change } = setUp();
    change('up');
    change('unreachable');
    watch.noteLogGrowth();
    watch.learn(opened);
    watch.learn(fact('ARK Version: 88.25'));
    change('slow', 'slow');
    change('up');
    expect(states()).toEqual(['up', 'down', 'booting', 'booting']);
    watch.learn(advertising);
    expect(lastSent.at(-1)).toEqual({ state: 'up', version: '88.25' });
  });

  it('is down when a start stops halfway', () => {
    const { watch, states, change, pass } = setUp();
    change('unreachable');
    watch.noteLogGrowth();
    watch.learn(opened);
    pass(4 * 60_000);
    expect(states()).toEqual(['down', 'booting', 'down']);
  });

  it('is up when a log does not show the end of the startup', () => {
    const { watch, states, change, pass } = setUp();
    watch.noteLogGrowth();
    watch.learn(opened);
    change('up');
    pass(61_000);
    expect(states()).toEqual(['booting', 'up']);
  });

  it('takes an old log into account only where it is whole', () => {
    const whole = setUp();
    whole.watch.learnHistory([opened], true);
    whole.change('up');
    expect(whole.states()).toEqual(['booting']);
    const part = setUp();
    part.watch.learnHistory([opened], false);
    part.change('up');
    expect(part.states()).toEqual(['up']);
  });

  it('has the day from what tribes do', () => {
    const { watch, lastSent, change } = setUp();
    change('up');
    watch.learn(fact('Tribe Alpha, ID 123: Day 5, 12:34:56: Bob Tamed a Dodo - Lvl 10!'));
    expect(lastSent.at(-1)).toEqual({ state: 'up', day: 5 });
  });
});
