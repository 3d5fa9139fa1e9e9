import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startGameServer } from './game-server.ts';
import { createBackOff, noJitter } from '@tribehall/common/back-off';
import { createAgentLog } from './log/agent-log.ts';
import { startArk, type Ark } from './testing/ark.fixture.ts';
import { makeFolder } from './testing/folder.fixture.ts';
import { startPortal, type Portal } from './testing/portal.fixture.ts';

const ann = '76561197991984752';
const token = 'th_canary-of-the-link-token-0123456789';

async function start(ark: Ark, portal: Portal) {
  const output: string[] = [];
  const server = await startGameServer({
    config: {
      name: 'The Island',
      token,
      game: 'ase',
      rcon: { host: '127.0.0.1', port: ark.port, password: ark.password },
      folder: ark.saved,
    },
    portal: portal.url,
    stateDir: makeFolder(),
    log: createAgentLog((line) => void output.push(line)).about('The Island'),
    timing: {
      watch: { pollMs: 10, graceMs: 50, hurryMs: 10, chatMs: 10, standbyMs: 10, idleMs: 50, busyMs: 50, blindMs: 50 },
      rcon: { commandsPerSecond: 1_000, burst: 1_000, retryMs: [20] },
      connection: { backOff: createBackOff([10], noJitter), timing: { gapMs: 1, logGapMs: 5 } },
    },
  });
  onTestFinished(() => server.stop());
  return { output };
}

const lines = (portal: Portal) => portal.logBatches.flatMap((batch) => batch.lines);
const texts = (portal: Portal, key: string) => lines(portal).flatMap((line) => (line.key === key ? line.text : []));

describe('the logs of a game server', () => {
  it('reach the portal: what the game writes, what is said, what the agent does', async () => {
    const ark = await startArk();
    ark.record('before the agent came');
    const portal = await startPortal();
    await start(ark, portal);
    await vi.waitFor(() => expect(texts(portal, 'agent').join()).toContain('Connected to the portal'));
    ark.chatAs('HeloRaptr', 'Helo', 'hello');
    ark.join(ann, 'Ann');
    await vi.waitFor(() => expect(texts(portal, 'chat')).toEqual(['HeloRaptr (Helo): hello']));
    await vi.waitFor(() => expect(texts(portal, 'game')).toEqual(['Ann joined this ARK!']));
  });

  it('arrive whole when two thousand lines come at once', async () => {
    const ark = await startArk();
    ark.record('first');
    const portal = await startPortal();
    await start(ark, portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    const many = Array.from(
      { length: 2_000 },
      (_none, n) => `Tribe Nomads, ID 1: Day ${n}, 01:02:03: something happened`,
    );
    ark.recordAll(many);
    await vi.waitFor(() => expect(texts(portal, 'game')).toEqual(many));
    expect(portal.logBatches.every(({ skipped }) => skipped === 0)).toBe(true);
  });

  it('hold no password, no token, no code and no whisper', async () => {
    const ark = await startArk();
    ark.record('first');
    ark.state.players.set(ann, 'Ann');
    const portal = await startPortal();
    const { output } = await start(ark, portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    await vi.waitFor(async () => {
      const response = await portal.ask('players.whisper', { playerId: ann, text: 'Your code is 918273' });
      expect(response).toMatchObject({ result: {} });
    });
    expect(await portal.ask('server.showCode', { code: '564738' })).toMatchObject({ result: {} });
    expect(output.join('\n')).toContain('564738');
    ark.record(`AdminCmd: ServerChatTo "${ann}" Your code is 918273 (PlayerName: Ann)`);
    ark.record(`Commandline: TheIsland?listen?ServerAdminPassword=${ark.password}?ServerPassword=canary-join`);
    ark.record(`someone typed 564738 and ${token} and ${ark.password}`);
    ark.record('the end');
    await vi.waitFor(() => expect(texts(portal, 'game')).toContain('the end'));
    const all = lines(portal)
      .map(({ text }) => text)
      .join('\n');
    for (const secret of ['918273', '564738', token, ark.password, 'canary-join']) expect(all).not.toContain(secret);
    expect(all).toContain('[hidden]');
  });

  it('come through RCON where there is no log', async () => {
    const ark = await startArk();
    ark.state.hasLog = false;
    const portal = await startPortal();
    await start(ark, portal);
    ark.state.players.set(ann, 'Ann');
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    ark.chatAs('HeloRaptr', 'Helo', 'hello over RCON');
    await vi.waitFor(() => expect(texts(portal, 'chat')).toContain('HeloRaptr (Helo): hello over RCON'));
  });
});
