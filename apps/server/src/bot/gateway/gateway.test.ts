import { afterEach, describe, expect, it, vi } from 'vitest';
import { readGuildQueue, reportProblem } from '../../modules/music/queue/queue.service.ts';
import { isDeepRun } from '../../testing/deep-run.ts';
import { createBotWorld } from '../bot.fixture.ts';
import type { Bot } from '../bot.ts';

const world = await createBotWorld();
const { app, discord, guildId } = world;
const { ctx } = app;

/** Before Discord is well again; each takes twice as long as the one before. */
const failedAttempts = isDeepRun ? 4 : 2;

let bot: Bot | undefined;
const start = () => (bot = world.start());
afterEach(async () => {
  await bot?.stop();
  const off = { down: false, refuseGateway: false, gatewayCloseCode: null, noMessageContent: false, slowMs: null };
  await discord.ask('switch', { switches: { ...off, status: null, rubbish: null, rateLimited: null, faultsAt: null } });
  await discord.ask('resetCounters');
  app.logged.length = 0;
  await reportProblem(ctx, guildId, null);
});

/** Calls for the gateway's address, and connections made to it: a call and the connection it leads to are one attempt. */
async function attempts(): Promise<{ calls: number[]; connects: number[] }> {
  const calls = (await discord.ask('calls')).filter(({ path }) => path.includes('/gateway')).map(({ at }) => at);
  return { calls, connects: (await discord.ask('counters')).gatewayConnects };
}

async function countAttempts(): Promise<number> {
  const { calls, connects } = await attempts();
  return Math.max(calls.length, connects.length);
}

async function expectBackOff(): Promise<void> {
  for (const times of Object.values(await attempts()))
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThan(950);
}

/** When the bot tries again, as it said last. */
function retryInMs(): number {
  const line = app.logged.findLast((one) => one.includes('"retryInMs"')) ?? '{"retryInMs":0}';
  return (JSON.parse(line) as { retryInMs: number }).retryInMs;
}

const problem = async () => (await readGuildQueue(ctx, guildId)).problem ?? '';
const unreachable = /can't reach Discord|rate limiting/;

describe('when Discord is not well', () => {
  it.each([
    ['replies with an error', { status: 500 }],
    ['replies without JSON', { rubbish: 'no-json' }],
    ['replies with something else', { rubbish: 'huge' }],
    ['asks to wait for no time at all', { rateLimited: { retryAfterS: 0.01 } }],
    ['takes no connection', { refuseGateway: true }],
    ['closes after every login', { gatewayCloseCode: 4000 }],
    ['closes normally after every login', { gatewayCloseCode: 1000 }],
  ] as const)('%s: retries at most once a second, reports the problem and recovers', async (_, switches) => {
    await discord.ask('switch', { switches });
    start();
    await vi.waitFor(async () => expect(await countAttempts()).toBeGreaterThanOrEqual(failedAttempts));
    await expectBackOff();
    await discord.ask('switch', {
      switches: { status: null, rubbish: null, rateLimited: null, refuseGateway: false, gatewayCloseCode: null },
    });
    await world.connected();
    await expectBackOff();
    await vi.waitFor(async () => expect(await problem()).not.toMatch(unreachable));
  });

  it('is slow: the bot waits and connects only once', async () => {
    await discord.ask('switch', { switches: { slowMs: 3000 } });
    start();
    await world.connected();
    expect((await discord.ask('counters')).gatewayConnects).toHaveLength(1);
    await expectBackOff();
    await discord.ask('switch', { switches: { slowMs: 0 } });
  });

  it('closes the connection repeatedly: resumes, at most once a second', async () => {
    start();
    await world.connected();
    for (const code of [4000, 4000, 4000]) {
      const { resumes } = await discord.ask('counters');
      await discord.ask('closeGateway', { code });
      await vi.waitFor(async () =>
        expect((await discord.ask('counters')).resumes.length).toBeGreaterThan(resumes.length),
      );
    }
    await world.connected();
    await expectBackOff();
    expect((await discord.ask('counters')).identifies).toHaveLength(1);
  });

  it('goes down and comes up again: the bot reconnects', async () => {
    start();
    await world.connected();
    await discord.ask('switch', { switches: { down: true } });
    await vi.waitFor(async () => expect(await world.isReplying()).toBe(false));
    await discord.ask('switch', { switches: { down: false } });
    await world.connected();
    await expectBackOff();
  });

  it('is down from the start: reports the problem until it is up', async () => {
    await discord.ask('switch', { switches: { down: true } });
    start();
    await vi.waitFor(async () => expect(await problem()).toMatch(unreachable));
    await discord.ask('switch', { switches: { down: false } });
    await world.connected();
    await vi.waitFor(async () => expect(await problem()).not.toMatch(unreachable));
  });
});

describe('when Discord refuses the bot', () => {
  it.each([
    ['the token', { gatewayCloseCode: 4004 }, 'DISCORD_BOT_TOKEN'],
    ['the token, at once', { status: 401, faultsAt: '/gateway/bot' }, 'DISCORD_BOT_TOKEN'],
    ['its intents', { noMessageContent: true }, 'Message Content Intent'],
  ])('for %s: reports what to do and does not retry for minutes', async (_, switches, words) => {
    await discord.ask('switch', { switches });
    start();
    await vi.waitFor(async () => expect(await problem()).toContain(words));
    expect(app.logged.some((line) => line.includes(words))).toBe(true);
    await vi.waitFor(() => expect(retryInMs()).toBeGreaterThan(4 * 60_000));
  });
});
