import {
  checkProblems,
  checkSubjects,
  type CheckProblem,
  type CheckSubject,
} from '@tribehall/contract/agent/setup-checks';
import { expect, it } from 'vitest';
import { findTicks, isAllGood } from './setup-ticks.ts';

const agent = { name: 'tribehall-agent', version: '0.1.0' };
const connected = { isConnected: true, agent, state: 'up' } as const;
const away = { isConnected: false, agent: null, state: 'offline' } as const;
const check = (about: CheckSubject, problem: CheckProblem | null = null, detail: string | null = null) => ({
  about,
  problem,
  detail,
});
const statesOf = (ticks: ReturnType<typeof findTicks>) => ticks.map(({ about, state }) => `${about} ${state}`);

it('waits for everything until the agent connects', () => {
  expect(statesOf(findTicks(away, undefined))).toEqual([
    'agent waiting',
    'rcon waiting',
    'log waiting',
    'save waiting',
  ]);
});

it('is all good when everything works, and says where it is', () => {
  const checks = [check('rcon', null, '127.0.0.1:27020'), check('log'), check('save')];
  const ticks = findTicks(connected, { isConnected: true, checks });
  expect(isAllGood(ticks)).toBe(true);
  expect(ticks[1]).toMatchObject({ title: 'RCON works', detail: '127.0.0.1:27020' });
});

it('names a problem with its cause and what to do', () => {
  const checks = [check('rcon', 'passwordWrong', 'refused'), check('log', 'pending'), check('save', 'missing')];
  const ticks = findTicks(connected, { isConnected: true, checks });
  expect(statesOf(ticks)).toEqual(['agent good', 'rcon bad', 'log waiting', 'save bad']);
  expect(ticks[1]).toMatchObject({ detail: 'refused', fix: expect.stringContaining('ServerAdminPassword') as string });
});

it('has words and a fix for every problem of every part', () => {
  for (const about of checkSubjects)
    for (const problem of checkProblems.filter((one) => one !== 'pending')) {
      const server = about === 'agent' ? away : connected;
      const tick = findTicks(server, { isConnected: server.isConnected, checks: [check(about, problem)] }).find(
        (one) => one.about === about,
      );
      expect(tick).toMatchObject({
        state: 'bad',
        title: expect.stringMatching(/\w/) as string,
        fix: expect.any(String) as string,
      });
    }
});

it('shows the clock only where it is wrong, and a refused agent instead of waiting', () => {
  const clock = check('clock', 'clockDiffers', 'The clock of the game machine is 90 s behind.');
  expect(statesOf(findTicks(connected, { isConnected: true, checks: [clock] }))[1]).toBe('clock bad');
  const refused = check('agent', 'wrongGame', 'The portal lists this server as asa, but the agent says ase.');
  expect(findTicks(away, { isConnected: false, checks: [refused] })[0]).toMatchObject({ state: 'bad' });
});

it('knows of an agent that reports nothing whether RCON works, and offers the update', () => {
  const ticks = findTicks(connected, { isConnected: true, checks: null });
  expect(statesOf(ticks)).toEqual(['agent good', 'rcon good', 'log waiting', 'save waiting']);
  expect(ticks[2]?.fix).toContain('update the agent');
});
