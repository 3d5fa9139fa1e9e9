import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { commandNames, commands, isModeration } from '@tribehall/contract/agent/commands';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCommandDispatcher, type DispatcherOptions } from './command-dispatcher.ts';
import { CommandError } from './command.ts';

const playerId = '76561197991984752';

function createDispatcher(run: DispatcherOptions['run'], options: Partial<DispatcherOptions> = {}) {
  const failures: string[] = [];
  const handle = createCommandDispatcher({ run, onFailure: (sentence) => failures.push(sentence), ...options });
  let id = 0;
  const send = (method: string, params: unknown = {}, commandId: string | number = (id += 1)) =>
    handle({ jsonrpc: '2.0', id: commandId, method, params });
  return { send, failures };
}

it('responds with the result', async () => {
  const { send } = createDispatcher(() => Promise.resolve([{ id: playerId, name: 'Bob' }]));
  expect(await send('players.list')).toEqual({ result: [{ id: playerId, name: 'Bob' }] });
});

it.each([
  ['server.explode', {}, rpcErrors.methodNotFound],
  ['constructor', {}, rpcErrors.methodNotFound],
  ['players.ban', {}, rpcErrors.invalidParams],
  ['players.ban', { playerId: 'KickPlayer 1' }, rpcErrors.invalidParams],
  ['players.console', { playerId, command: 'a\nb' }, rpcErrors.invalidParams],
  ['players.list', 'text', rpcErrors.invalidParams],
])('refuses %s with %j', async (method, params, code) => {
  const run = vi.fn<DispatcherOptions['run']>(() => Promise.resolve({}));
  const { send } = createDispatcher(run);
  expect(await send(method, params)).toMatchObject({ error: { code } });
  expect(run).not.toHaveBeenCalled();
});

it('refuses an id that was given before and does not carry it out again', async () => {
  const run = vi.fn<DispatcherOptions['run']>(() => Promise.resolve({ outcome: 'sent' }));
  const { send } = createDispatcher(run);
  expect(await send('players.ban', { playerId }, 'x')).toEqual({ result: { outcome: 'sent' } });
  expect(await send('players.ban', { playerId }, 'x')).toMatchObject({
    error: { code: rpcErrors.invalidRequest },
  });
  expect(run).toHaveBeenCalledTimes(1);
});

it('passes on why a command failed, on one line', async () => {
  const { send } = createDispatcher(() => Promise.reject(new CommandError('playerOffline', 'gone\n[ERROR] x')));
  expect(await send('players.ban', { playerId })).toEqual({
    error: { code: agentErrors.playerOffline, message: 'gone [ERROR] x' },
  });
});

it('leaves what only the log should contain out of the response', async () => {
  const { send, failures } = createDispatcher(() => Promise.reject(new Error('secret place')));
  const response = await send('server.ping');
  expect(response).toMatchObject({ error: { code: rpcErrors.internal } });
  expect(JSON.stringify(response)).not.toContain('secret');
  expect(failures.join()).toContain('secret place');
});

it('responds before the deadline, and reports whether anything was sent', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const signals: AbortSignal[] = [];
  const { send } = createDispatcher((name, _params, underWay) => {
    signals.push(underWay.signal);
    underWay.isSent = name === 'players.ban';
    return new Promise(() => undefined);
  });
  const ping = send('server.ping');
  const ban = send('players.ban', { playerId });
  await vi.advanceTimersByTimeAsync(commands['server.ping'].deadlineMs - 100);
  expect(await ping).toMatchObject({ error: { code: agentErrors.timeout } });
  await vi.advanceTimersByTimeAsync(commands['players.ban'].deadlineMs);
  expect(await ban).toMatchObject({ error: { code: agentErrors.unknownOutcome } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it('lets a command that only waits for its effect return what it knows', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { send } = createDispatcher(async (_name, _params, underWay) => {
    underWay.isSent = true;
    await new Promise((resolve) => underWay.signal.addEventListener('abort', resolve));
    return { outcome: 'sent' };
  });
  const ban = send('players.ban', { playerId });
  await vi.advanceTimersByTimeAsync(commands['players.ban'].deadlineMs);
  expect(await ban).toEqual({ result: { outcome: 'sent' } });
});

it('limits concurrent commands', async () => {
  const { send } = createDispatcher(() => new Promise(() => undefined), { reserveMs: 4_999 });
  for (let n = 0; n < 32; n += 1) void send('players.ban', { playerId });
  for (const name of ['server.ping', 'players.ban'])
    expect(await send(name, { playerId })).toMatchObject({ error: { code: agentErrors.busy } });
});

it.each(commandNames.filter(isModeration))('has reserved slots for %s when other commands pile up', async (name) => {
  const { send } = createDispatcher((given) =>
    given === name ? Promise.resolve({ outcome: 'sent', output: '' }) : new Promise(() => undefined),
  );
  const refusals: unknown[] = [];
  for (let n = 0; n < 100; n += 1) void send('chat.say', { text: 'x' }).then((reply) => refusals.push(reply));
  await vi.waitFor(() => expect(refusals).toHaveLength(76));
  expect(await send(name, { playerId, command: 'x', text: 'x' })).toHaveProperty('result');
});

it('takes params that are left out for none', async () => {
  const handle = createCommandDispatcher({ run: () => Promise.resolve([]), onFailure: () => undefined });
  expect(await handle({ jsonrpc: '2.0', id: 1, method: 'players.list' })).toEqual({ result: [] });
  expect(await handle({ jsonrpc: '2.0', id: 2, method: 'players.ban' })).toMatchObject({
    error: { code: rpcErrors.invalidParams, message: expect.stringContaining('playerId') as string },
  });
});

it('does not send a response that is too long', async () => {
  const { send } = createDispatcher(() => Promise.resolve({ output: 'é'.repeat(200_000) }));
  expect(await send('players.console', { playerId, command: 'x' })).toMatchObject({
    error: { code: rpcErrors.internal },
  });
});
