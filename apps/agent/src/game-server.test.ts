import fs from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAgent } from './agent.ts';
import { startGameServer, type GameServerTiming } from './game-server.ts';
import { createBackOff, noJitter } from '@tribehall/common/back-off';
import { createAgentLog } from './log/agent-log.ts';
import { startArk, type Ark } from './testing/ark.fixture.ts';
import { makeFolder } from './testing/folder.fixture.ts';
import { createTestLog } from './testing/log.fixture.ts';
import { startPortal, type Portal } from './testing/portal.fixture.ts';

const ann = '76561197991984752';
const bob = '76561197991984753';

const timing: GameServerTiming = {
  watch: { pollMs: 10, graceMs: 50, hurryMs: 10, chatMs: 10, standbyMs: 10, idleMs: 50, busyMs: 50, blindMs: 50 },
  passwordAgainMs: 20,
  checks: { missingMs: 20, foundMs: 20 },
  rcon: { commandsPerSecond: 1_000, burst: 1_000, retryMs: [20] },
  connection: { backOff: createBackOff([10], noJitter), timing: { gapMs: 1 } },
};

type StartOptions = { stateDir?: string; passwordFile?: string };

async function start(ark: Ark, portal: Portal, { stateDir = makeFolder(), passwordFile }: StartOptions = {}) {
  const log = createTestLog();
  const server = await startGameServer({
    config: {
      name: 'The Island',
      token: 'th_token-token',
      game: 'ase',
      rcon: {
        host: '127.0.0.1',
        port: ark.port,
        ...(passwordFile === undefined ? { password: ark.password } : { passwordFile }),
      },
      folder: ark.saved,
    },
    portal: portal.url,
    stateDir,
    log,
    timing,
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await server.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  return { log, stop, stateDir };
}

const chatTexts = (portal: Portal) => portal.of('chat.line').map((data) => (data as { text: string }).text);
const online = (portal: Portal) => (portal.of('players.online').at(-1) as { players: unknown } | undefined)?.players;
const serverNamed = (name: string) => ({ name, token: `th_token-${name}`, game: 'ase' as const });
const states = (portal: Portal) => portal.of('server.state').map((data) => (data as { state: string }).state);

describe('a game server', () => {
  it('reports what its set-up lacks, and when that is fixed', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    await start(ark, portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    expect(portal.hellos[0]?.capabilities.checks).toMatchObject([
      { about: 'rcon' },
      { about: 'log', problem: 'missing' },
      { about: 'save', problem: 'missing' },
    ]);
    ark.openLog('03:36:06');
    await vi.waitFor(() =>
      expect(portal.of('server.capabilities').at(-1)).toMatchObject({
        checks: [
          { about: 'rcon', problem: null },
          { about: 'log', problem: null, detail: ark.logFile },
          { about: 'save', problem: 'missing' },
        ],
      }),
    );
  });

  it('reports to the portal its identity, its state, its players and its chat', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    ark.openLog('03:36:06');
    await start(ark, portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    ark.record('Server: "x" has successfully started!');
    ark.join(ann, 'Ann');
    ark.chatAs('Ann', 'Annie', 'hello');
    await vi.waitFor(() => expect(online(portal)).toEqual([{ id: ann, name: 'Ann', survivor: 'Annie' }]));
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['hello']));
    ark.release(ann);
    await vi.waitFor(() => expect(online(portal)).toEqual([]));
    expect(portal.hellos[0]).toMatchObject({ game: 'ase', agent: { name: 'tribehall-agent' } });
    expect(portal.hellos[0]?.capabilities.can).toContain('players.ban');
  });

  it('runs commands, and ignores the echoes of its own messages', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    ark.openLog('03:36:06');
    ark.join(ann, 'Ann');
    const { log } = await start(ark, portal);
    await vi.waitFor(() => expect(online(portal)).toHaveLength(1));
    expect(await portal.ask('chat.say', { name: 'Dis', text: 'cord' })).toMatchObject({ result: {} });
    expect(await portal.ask('players.whisper', { playerId: ann, text: 'code 424242' })).toMatchObject({
      result: { outcome: 'confirmed' },
    });
    ark.chatAs('Ann', 'Annie', 'after');
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['after']));
    expect(log.sentences.join('\n')).not.toContain('424242');
    expect(ark.server.commands).toContain('ServerChat Dis: cord');
  });

  it('reports that the game is down and that it is back', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    ark.join(ann, 'Ann');
    const { log } = await start(ark, portal);
    await vi.waitFor(() => expect(states(portal)).toContain('up'));
    await vi.waitFor(() => expect(online(portal)).toHaveLength(1));
    await ark.server.stop();
    await vi.waitFor(() => expect([states(portal).at(-1), online(portal)]).toEqual(['down', []]));
    for (const name of ['server.ping', 'players.list'])
      expect(await portal.ask(name, {})).toMatchObject({ error: { code: -32001 } });
    expect(log.sentences.join('\n')).toContain('players.list: ');
    expect(log.sentences.join('\n')).not.toContain('server.ping');
    const again = await startArk(ark.port, ark.saved);
    again.join(bob, 'Bob');
    await vi.waitFor(() => expect([states(portal).at(-1), online(portal)]).toEqual(['up', [{ id: bob, name: 'Bob' }]]));
  });

  it('takes every chat message once while the log goes away and comes back', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    ark.openLog('03:36:06');
    ark.join(ann, 'Ann');
    const { log } = await start(ark, portal);
    await vi.waitFor(() => expect(online(portal)).toHaveLength(1));
    for (const text of ['1', '2']) ark.chatAs('Ann', 'Annie', text);
    await vi.waitFor(() => expect(chatTexts(portal)).toHaveLength(2));
    fs.renameSync(ark.logFile, `${ark.logFile}-away`);
    ark.state.hasLog = false;
    await vi.waitFor(() => expect(log.sentences.join()).toContain('come over RCON alone'));
    for (const text of ['3', '4']) ark.chatAs('Ann', 'Annie', text);
    await vi.waitFor(() => expect(chatTexts(portal)).toHaveLength(4));
    fs.renameSync(`${ark.logFile}-away`, ark.logFile);
    ark.state.hasLog = true;
    await vi.waitFor(() => expect(log.sentences.filter((line) => line.includes('Reading the log'))).toHaveLength(2));
    for (const text of ['5', '2', '6']) ark.chatAs('Ann', 'Annie', text);
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['1', '2', '3', '4', '5', '2', '6']));
  });

  it('goes on in the log where it was after a restart', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    ark.openLog('03:36:06');
    ark.chatAs('Ann', 'Annie', 'before the agent');
    const first = await start(ark, portal);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    ark.chatAs('Ann', 'Annie', '1');
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['1']));
    await first.stop();
    ark.chatAs('Ann', 'Annie', '2');
    fs.renameSync(ark.logFile, ark.logFile.replace('.log', '_backup-1.log'));
    ark.openLog('04:00:00');
    ark.chatAs('Ann', 'Annie', '3');
    await start(ark, portal, { stateDir: first.stateDir });
    ark.chatAs('Ann', 'Annie', '4');
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(['1', '2', '3', '4']));
  });

  it('can do little with a wrong password, and everything when the right one replaces it', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    const passwordFile = `${makeFolder()}/password`;
    fs.writeFileSync(passwordFile, 'wrong');
    await start(ark, portal, { passwordFile });
    await vi.waitFor(() => expect(portal.of('server.state').at(-1)).toMatchObject({ state: 'degraded' }));
    const can = () =>
      (portal.of('server.capabilities').at(-1) as { can?: string[] } | undefined)?.can ??
      portal.hellos[0]?.capabilities.can;
    await vi.waitFor(() => expect(can()).toEqual(['server.showCode', 'lists.read']));
    fs.writeFileSync(passwordFile, ark.password);
    await vi.waitFor(() => expect(states(portal).at(-1)).toBe('up'));
    await vi.waitFor(() => expect(can()).toContain('players.ban'));
  });
});

it('leaves the other servers alone when one cannot be started', async () => {
  const ark = await startArk();
  const portal = await startPortal();
  const lines: string[] = [];
  const good = { ...serverNamed('good'), rcon: { host: '127.0.0.1', port: ark.port, password: ark.password } };
  const bad = { ...serverNamed('bad'), rcon: { host: '127.0.0.1', port: ark.port } };
  const agent = startAgent({
    config: { file: '', portal: portal.url, stateDir: makeFolder(), updates: 'manual', servers: [bad, good] },
    log: createAgentLog((line) => lines.push(line)),
    timing,
  });
  onTestFinished(() => agent.stop());
  await vi.waitFor(() => expect(states(portal)).toContain('up'));
  expect(portal.tokens).toEqual(['Bearer th_token-good']);
  await vi.waitFor(() => expect(lines.join('\n')).toMatch(/error bad: The RCON password is unknown/));
  expect(lines.join('\n')).not.toContain('th_token');
});
