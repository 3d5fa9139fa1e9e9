import { agentErrors, rpcErrors } from '@tribehall/contract/agent/agent.contract';
import { commands } from '@tribehall/contract/agent/commands';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createOrderDesk, type OrderDeskOptions } from './command-dispatcher.ts';
import { OrderError } from './command.ts';

const playerId = '76561197991984752';

function desk(carryOut: OrderDeskOptions['carryOut'], options: Partial<OrderDeskOptions> = {}) {
  const failures: string[] = [];
  const handle = createOrderDesk({ carryOut, onFailure: (sentence) => failures.push(sentence), ...options });
  let id = 0;
  const order = (method: string, params: unknown = {}, orderId: string | number = (id += 1)) =>
    handle({ jsonrpc: '2.0', id: orderId, method, params });
  return { order, failures };
}

it('answers with the result', async () => {
  const { order } = desk(() => Promise.resolve([{ id: playerId, name: 'Bob' }]));
  expect(await order('players.list')).toEqual({ result: [{ id: playerId, name: 'Bob' }] });
});

it.each([
  ['server.explode', {}, rpcErrors.methodNotFound],
  ['constructor', {}, rpcErrors.methodNotFound],
  ['players.ban', {}, rpcErrors.invalidParams],
  ['players.ban', { playerId: 'KickPlayer 1' }, rpcErrors.invalidParams],
  ['players.console', { playerId, command: 'a\nb' }, rpcErrors.invalidParams],
  ['players.list', 'text', rpcErrors.invalidParams],
])('refuses %s with %j', async (method, params, code) => {
  const carryOut = vi.fn<OrderDeskOptions['carryOut']>(() => Promise.resolve({}));
  const { order } = desk(carryOut);
  expect(await order(method, params)).toMatchObject({ error: { code } });
  expect(carryOut).not.toHaveBeenCalled();
});

it('refuses an id that was given before and does not carry it out again', async () => {
  const carryOut = vi.fn<OrderDeskOptions['carryOut']>(() => Promise.resolve({ outcome: 'sent' }));
  const { order } = desk(carryOut);
  expect(await order('players.ban', { playerId }, 'x')).toEqual({ result: { outcome: 'sent' } });
  expect(await order('players.ban', { playerId }, 'x')).toMatchObject({ error: { code: rpcErrors.invalidRequest } });
  expect(carryOut).toHaveBeenCalledTimes(1);
});

it('passes on why an order failed, on one line', async () => {
  const { order } = desk(() => Promise.reject(new OrderError('playerOffline', 'gone\n[ERROR] x')));
  expect(await order('players.ban', { playerId })).toEqual({
    error: { code: agentErrors.playerOffline, message: 'gone [ERROR] x' },
  });
});

it('keeps what only the log should know out of the answer', async () => {
  const { order, failures } = desk(() => Promise.reject(new Error('secret place')));
  const answer = await order('server.ping');
  expect(answer).toMatchObject({ error: { code: rpcErrors.internal } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(failures.join()).toContain('secret place');
});

it('answers before the deadline, saying whether anything was sent', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const signals: AbortSignal[] = [];
  const { order } = desk((name, _params, underWay) => {
    signals.push(underWay.signal);
    underWay.isSent = name === 'players.ban';
    return new Promise(() => undefined);
  });
  const ping = order('server.ping');
  const ban = order('players.ban', { playerId });
  await vi.advanceTimersByTimeAsync(commands['server.ping'].deadlineMs - 100);
  expect(await ping).toMatchObject({ error: { code: agentErrors.timeout } });
  await vi.advanceTimersByTimeAsync(commands['players.ban'].deadlineMs);
  expect(await ban).toMatchObject({ error: { code: agentErrors.unknownOutcome } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it('lets an order that was only waiting for its effect say what it knows', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { order } = desk(async (_name, _params, underWay) => {
    underWay.isSent = true;
    await new Promise((resolve) => underWay.signal.addEventListener('abort', resolve));
    return { outcome: 'sent' };
  });
  const ban = order('players.ban', { playerId });
  await vi.advanceTimersByTimeAsync(commands['players.ban'].deadlineMs);
  expect(await ban).toEqual({ result: { outcome: 'sent' } });
});

it('takes only so many orders at once', async () => {
  const { order } = desk(() => new Promise(() => undefined), { reserveMs: 4_999 });
  for (let n = 0; n < 32; n += 1) void order('players.ban', { playerId });
  for (const name of ['server.ping', 'players.ban'])
    expect(await order(name, { playerId })).toMatchObject({ error: { code: agentErrors.busy } });
});

it.each(['players.kill', 'players.ban', 'players.unban', 'players.console'] as const)(
  'has room for %s when other orders pile up',
  async (name) => {
    const { order } = desk((given) =>
      given === name ? Promise.resolve({ outcome: 'sent', output: '' }) : new Promise(() => undefined),
    );
    const refusals: unknown[] = [];
    for (let n = 0; n < 100; n += 1) void order('chat.say', { text: 'x' }).then((reply) => refusals.push(reply));
    await vi.waitFor(() => expect(refusals).toHaveLength(76));
    expect(await order(name, { playerId, command: 'x' })).toHaveProperty('result');
  },
);

it('takes params that are left out for none', async () => {
  const handle = createOrderDesk({ carryOut: () => Promise.resolve([]), onFailure: () => undefined });
  expect(await handle({ jsonrpc: '2.0', id: 1, method: 'players.list' })).toEqual({ result: [] });
  expect(await handle({ jsonrpc: '2.0', id: 2, method: 'players.ban' })).toMatchObject({
    error: { code: rpcErrors.invalidParams, message: expect.stringContaining('playerId') as string },
  });
});

it('does not send an answer that is too long for the link', async () => {
  const { order } = desk(() => Promise.resolve({ output: 'é'.repeat(200_000) }));
  expect(await order('players.console', { playerId, command: 'x' })).toMatchObject({
    error: { code: rpcErrors.internal },
  });
});
