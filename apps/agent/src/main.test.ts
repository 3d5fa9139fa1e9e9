import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bundleAgent } from './testing/agent-process.fixture.ts';
import { startArk, type Ark } from './testing/ark.fixture.ts';
import { makeFolder } from './testing/folder.fixture.ts';
import { startPortal, type Portal } from './testing/portal.fixture.ts';
import { agentVersion } from './version.ts';

const isDeepRun = process.env['TEST_DEPTH'] === 'deep';
const agent = bundleAgent();
const token = 'th_a-token-that-nobody-may-see';

function configure(ark: Ark, portal: { url: string }): string {
  const file = path.join(makeFolder(), 'agent.json');
  const rcon = { host: '127.0.0.1', port: ark.port, password: ark.password };
  const servers = [{ name: 'The Island', token, game: 'asa', rcon, folder: ark.saved }];
  fs.writeFileSync(file, JSON.stringify({ portal: portal.url, stateDir: 'state', servers }));
  return file;
}

const chatTexts = (portal: Portal) => portal.of('chat.line').map((data) => (data as { text: string }).text);

describe('the program', () => {
  it('helps where there is no configuration, and prints its version', async () => {
    const help = agent([], { cwd: makeFolder() });
    expect(await help.exit).toBe(0);
    expect(help.output()).toContain('tribehall-agent add --portal URL');
    const version = agent(['--version']);
    await version.exit;
    expect(version.output()).toBe(`tribehall-agent ${agentVersion}\n`);
  });

  it('prints in a sentence what it cannot follow', async () => {
    const run = agent(['run'], { cwd: makeFolder() });
    expect(await run.exit).toBe(1);
    expect(run.output()).toMatch(/^No configuration found: neither .*tribehall-agent\.json nor .*config\.json\.\n$/);
    const wrong = agent(['fly']);
    expect(await wrong.exit).toBe(1);
    expect(wrong.output()).toBe('"fly" is not a command.\nRun tribehall-agent --help for usage.\n');
  });

  it('adds, checks and runs with one configuration', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    ark.openLog('03:36:06');
    const cwd = makeFolder();
    const rcon = ['--rcon', `127.0.0.1:${ark.port}`, '--password-file', ark.passwordFile];
    const secret = ['--token-file', path.join(makeFolder(), 'token')];
    fs.writeFileSync(secret[1] ?? '', token);
    const add = agent(['add', '--portal', portal.url, ...secret, '--game', 'asa', '--folder', ark.saved, ...rcon], {
      cwd,
    });
    expect([await add.exit, add.output()]).toEqual([0, expect.stringContaining('Added "asa 127.0.0.1:')]);
    const check = agent(['check'], { cwd });
    await check.exit;
    expect(check.output()).toMatch(/✓ RCON/);
    const run = agent([], { cwd });
    await run.isReady;
    await vi.waitFor(() => expect(run.output()).toContain('Connected to the portal'));
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    for (const output of [add, check, run].map((each) => each.output())) {
      expect(output).not.toMatch(new RegExp(`${token}|${ark.password}`));
    }
  });

  it('shows a code on its console and in its log, and exits with its parent', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    const file = configure(ark, portal);
    const run = agent(['--config', file]);
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    expect(await portal.ask('server.showCode', { code: '424242' })).toMatchObject({ result: {} });
    await vi.waitFor(() => expect(run.output()).toMatch(/The Island: the code for this server is {2}424242/));
    expect(fs.readFileSync(path.join(path.dirname(file), 'state/agent.log'), 'utf8')).toContain('424242');
    run.child.disconnect();
    expect(await run.exit).toBe(0);
  });

  it('runs once for one state folder', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    const file = configure(ark, portal);
    await agent(['--config', file]).isReady;
    const second = agent(['--config', file]);
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(/Another agent is already running/);
  });

  it('loses and doubles nothing when it is killed, again and again, while connections are cut', async () => {
    const ark = await startArk();
    const portal = await startPortal();
    ark.openLog('03:36:06');
    const file = configure(ark, portal);
    const first = agent(['--config', file]);
    // It begins where the log ends; all that follows is news.
    await vi.waitFor(() => expect(first.output()).toContain('Reading the log'));
    let count = 0;
    const talk = setInterval(() => ark.chatAs('Ann', 'Annie', String((count += 1))), 3);
    onTestFinished(() => clearInterval(talk));
    let responses = 0;
    portal.behaviour.cutsReply = () => (responses += 1) % 3 === 0;
    const rounds = isDeepRun ? 12 : 5;
    let running = first;
    for (let round = 1; round <= rounds; round += 1) {
      const before = portal.taken.length;
      await vi.waitFor(() => expect(portal.taken.length).toBeGreaterThan(before + round));
      running.child.kill('SIGKILL');
      await running.exit;
      running = agent(['--config', file]);
    }
    clearInterval(talk);
    const all = Array.from({ length: count }, (_none, index) => String(index + 1));
    await vi.waitFor(() => expect(chatTexts(portal)).toHaveLength(count));
    expect(chatTexts(portal)).toEqual(all);
  });
});
