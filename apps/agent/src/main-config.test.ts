import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { bundleAgent } from './testing/agent-process.fixture.ts';
import { startArk, type Ark } from './testing/ark.fixture.ts';
import { makeFolder } from './testing/folder.fixture.ts';
import { startPortal, type Portal } from './testing/portal.fixture.ts';

const agent = bundleAgent();

type Entry = { name: string; token: string; game: string; rcon: object; folder: string };

const entry = (ark: Ark, name: string, token: string): Entry => {
  const rcon = { host: '127.0.0.1', port: ark.port, password: ark.password };
  return { name, token, game: 'asa', rcon, folder: ark.saved };
};

/** An agent that runs with one server, and what changes its configuration. */
async function setUp() {
  const ark = await startArk();
  const portal = await startPortal();
  ark.openLog('03:36:06');
  const file = path.join(makeFolder(), 'agent.json');
  const write = (servers: unknown, more: object = {}) =>
    fs.writeFileSync(file, JSON.stringify({ portal: portal.url, stateDir: 'state', servers, ...more }));
  const first = entry(ark, 'The Island', 'th_first-token');
  write([first]);
  const run = agent(['--config', file]);
  await vi.waitFor(() => expect(run.output()).toContain('Connected to the portal'));
  await vi.waitFor(() => expect(run.output()).toContain('Reading the log'));
  return { ark, portal, file, first, write, run };
}

const tokens = (portal: Portal) => portal.tokens.map((header) => header.replace('Bearer ', ''));
const chatTexts = (portal: Portal) => portal.of('chat.line').map((data) => (data as { text: string }).text);

describe('a running agent whose configuration changes', () => {
  it('connects a second server that add put there, and does not disturb the first', async () => {
    const { portal, file, run } = await setUp();
    const second = await startArk();
    const tokenFile = path.join(makeFolder(), 'token');
    fs.writeFileSync(tokenFile, 'th_second-token');
    const rcon = ['--rcon', `127.0.0.1:${second.port}`, '--password-file', second.passwordFile];
    const options = ['--config', file, '--token-file', tokenFile, '--game', 'asa', '--name', 'Ragnarok'];
    const add = agent(['add', ...options, '--folder', second.saved, ...rcon, '--run']);
    expect([await add.exit, add.output()]).toEqual([0, expect.stringContaining('has picked it up')]);
    await vi.waitFor(() => expect(tokens(portal)).toEqual(['th_first-token', 'th_second-token']));
    expect(run.output()).toContain('The configuration has changed. Servers added: Ragnarok.');
    await vi.waitFor(() => expect(run.output().match(/Connected to the portal/g)).toHaveLength(2));
    expect(run.output()).not.toMatch(/th_second|is stopping/);
  });

  it('uses a new token, and neither loses nor repeats what happens meanwhile', async () => {
    const { ark, portal, first, write } = await setUp();
    let count = 0;
    const talk = setInterval(() => ark.chatAs('Ann', 'Annie', String((count += 1))), 3);
    for (let round = 1; round <= 5; round += 1) {
      write([{ ...first, token: `th_token-number-${round}` }]);
      await vi.waitFor(() => expect(tokens(portal).at(-1)).toBe(`th_token-number-${round}`));
    }
    clearInterval(talk);
    const all = Array.from({ length: count }, (_none, index) => String(index + 1));
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(all));
  });

  it('disconnects a server that was taken out', async () => {
    const { ark, portal, first, write, run } = await setUp();
    write([first, entry(await startArk(), 'Ragnarok', 'th_second-token')]);
    await vi.waitFor(() => expect(portal.sockets.size).toBe(2));
    write([entry(ark, 'The Island', 'th_first-token')]);
    await vi.waitFor(() => expect(portal.sockets.size).toBe(1));
    await vi.waitFor(() => expect(run.output()).toContain('Servers removed: Ragnarok.'));
    expect(tokens(portal)).toEqual(['th_first-token', 'th_second-token']);
  });

  it('continues as before with a file that is broken, says so once, and uses it when it is whole again', async () => {
    const { portal, file, first, write, run } = await setUp();
    fs.writeFileSync(file, '{ "portal": ');
    await vi.waitFor(() => expect(run.output()).toMatch(/configuration is not used.*is not valid JSON/));
    write([{ ...first, rcon: { host: '127.0.0.1', port: 0 } }]);
    await vi.waitFor(() => expect(run.output()).toMatch(/not used.*servers\[0\]\.rcon\.port: must be a port/));
    write([first], { stateDir: 'elsewhere' });
    await vi.waitFor(() => expect(run.output()).toMatch(/not used.*has to be restarted for another "stateDir"/));
    fs.rmSync(file);
    await vi.waitFor(() => expect(run.output()).toMatch(/not used.*cannot be read/));
    expect(tokens(portal)).toEqual(['th_first-token']);
    write([{ ...first, token: 'th_second-token' }]);
    await vi.waitFor(() => expect(tokens(portal)).toEqual(['th_first-token', 'th_second-token']));
    expect(run.output().match(/is not valid JSON/g)).toHaveLength(1);
  });

  it('add says how to start it where no agent runs', async () => {
    const { portal, file, run } = await setUp();
    run.child.kill('SIGTERM');
    await run.exit;
    const tokenFile = path.join(makeFolder(), 'token');
    fs.writeFileSync(tokenFile, 'th_third-token');
    const options = ['--portal', portal.url, '--token-file', tokenFile, '--game', 'asa', '--rcon', '127.0.0.1:27020'];
    const add = agent(['add', '--config', file, ...options, '--password-file', 'a']);
    await add.exit;
    expect(add.output()).toContain(`Then start the agent: tribehall-agent run --config ${file}\n`);
  });
});
