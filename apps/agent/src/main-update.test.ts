import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runBundled } from './testing/agent-process.fixture.ts';
import { packAgent } from './testing/agent-package.fixture.ts';
import { startArk } from './testing/ark.fixture.ts';
import { makeFolder } from './testing/folder.fixture.ts';
import { startPortal, type Portal } from './testing/portal.fixture.ts';
import { bundlePrograms } from './testing/programs.fixture.ts';
import { agentVersion } from './version.ts';

const programs = bundlePrograms();
const agent = runBundled(programs);

/** An agent that runs, and a portal that offers others. */
async function setUp(more: object = {}) {
  const ark = await startArk();
  const portal = await startPortal();
  ark.openLog('03:36:06');
  const file = path.join(makeFolder(), 'agent.json');
  const rcon = { host: '127.0.0.1', port: ark.port, password: ark.password };
  const servers = [{ name: 'The Island', token: 'th_first-token', game: 'asa', rcon, folder: ark.saved }];
  fs.writeFileSync(file, JSON.stringify({ portal: portal.url, stateDir: 'state', servers, ...more }));
  const run = agent(['--config', file]);
  await vi.waitFor(() => expect(run.output()).toContain('Connected to the portal'));
  await vi.waitFor(() => expect(run.output()).toContain('Reading the log'));
  const offer = (changes: Parameters<typeof packAgent>[1]) => {
    const { tarball, version } = packAgent(programs.folder(), changes);
    portal.behaviour.agentPackage = tarball;
    return version;
  };
  const update = async () => {
    const command = agent(['update', '--config', file]);
    return { code: await command.exit, output: command.output() };
  };
  const installed = () => {
    const folder = path.join(path.dirname(file), 'state/programs');
    return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name !== 'current.json') : [];
  };
  return { ark, portal, file, run, offer, update, installed };
}

const versions = (portal: Portal) => portal.hellos.map(({ agent }) => agent.version);
const chatTexts = (portal: Portal) => portal.of('chat.line').map((data) => (data as { text: string }).text);

describe('an update', () => {
  it('is installed by a command and takes over from the running agent, without a lost or repeated event', async () => {
    const { ark, portal, run, offer, update, installed } = await setUp();
    let count = 0;
    const talk = setInterval(() => ark.chatAs('Ann', 'Annie', String((count += 1))), 3);
    onTestFinished(() => clearInterval(talk));
    const second = offer({ addition: '\n// second' });
    expect(await update()).toMatchObject({
      code: 0,
      output: expect.stringContaining('hands over to it now') as string,
    });
    await vi.waitFor(() => expect(versions(portal)).toEqual([agentVersion, second]));
    await vi.waitFor(() => expect(run.output()).toContain(`Updated to agent ${second}.`));
    expect(await update()).toEqual({ code: 0, output: `Agent ${second} is the one that the portal offers.\n` });
    const third = offer({ version: '99.0.0', main: bundledAs('99.0.0') });
    await update();
    await vi.waitFor(() => expect(versions(portal)).toEqual([agentVersion, second, third]));
    await vi.waitFor(() => expect(run.output()).toContain(`Updated to agent ${third}.`));
    // The previous one is still there.
    expect(installed()).toEqual([second, third].map((version) => version.replace('+', '-')));
    clearInterval(talk);
    const all = Array.from({ length: count }, (_none, index) => String(index + 1));
    await vi.waitFor(() => expect(chatTexts(portal)).toEqual(all));
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    expect(portal.sockets.size).toBe(0);
  });

  it('that does not work gives way to the agent that did', async () => {
    const { portal, file, run, offer, update } = await setUp();
    const good = offer({ addition: '\n// good' });
    await update();
    await vi.waitFor(() => expect(run.output()).toContain(`Updated to agent ${good}.`));
    const broken = offer({ main: brokenProgram });
    expect((await update()).code).toBe(0);
    await vi.waitFor(() => expect(run.output()).toContain(`The update to ${broken} did not connect to the portal.`));
    await vi.waitFor(() => expect(versions(portal)).toEqual([agentVersion, good, good]));
    // Also after a restart.
    run.child.kill('SIGTERM');
    await run.exit;
    agent(['--config', file]);
    await vi.waitFor(() => expect(versions(portal)).toEqual([agentVersion, good, good, good]));
  });

  it('is refused if it is damaged, changed on its way, older, or not an agent', async () => {
    const { portal, offer, update, installed } = await setUp();
    expect(await update()).toMatchObject({ code: 1, output: expect.stringMatching(/answers 404/) as string });
    const refusal = async (words: RegExp) => {
      const { code, output } = await update();
      expect([code, output]).toEqual([1, expect.stringMatching(words)]);
    };
    offer({ build: '0123456789' });
    await refusal(/damaged/);
    offer({ version: '0.1.0' });
    await refusal(/older than this agent/);
    offer({ extra: { '../../escaped.js': '' } });
    await refusal(/unexpected files/);
    offer({ main: 'console.log("something else")' });
    await refusal(new RegExp(`is not agent ${agentVersion.replaceAll('.', String.raw`\.`)}\\+`));
    offer({ main: 'syntax error' });
    await refusal(/does not start with Node/);
    portal.behaviour.agentPackage = Buffer.from('hello');
    await refusal(/damaged/);
    offer({});
    portal.behaviour.agentDigest = 'A'.repeat(43) + '=';
    await refusal(/its checksum differs/);
    expect(installed()).toEqual([]);
    expect(versions(portal)).toEqual([agentVersion]);
  });

  it('is asked for by the portal only where the operator allows it', async () => {
    const { portal, file, run, offer } = await setUp();
    const capabilities = () => portal.hellos.at(-1)?.capabilities;
    expect(capabilities()?.cannot.map(({ command }) => command)).toContain('agent.update');
    const second = offer({ addition: '\n// second' });
    expect(await portal.ask('agent.update', {})).toMatchObject({
      error: { message: expect.stringContaining('does not allow updates from the portal') as string },
    });
    const config = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
    fs.writeFileSync(file, JSON.stringify({ ...config, updates: 'portal' }));
    await vi.waitFor(async () => {
      expect(await portal.ask('agent.update', {})).toMatchObject({ result: { version: second } });
    });
    await vi.waitFor(() => expect(run.output()).toContain(`Updated to agent ${second}.`));
    expect(versions(portal)).toEqual([agentVersion, second]);
    expect(capabilities()?.can).toContain('agent.update');
  });
});

/** The version is part of the bundle. */
function bundledAs(version: string): string {
  const main = fs.readFileSync(programs.main(), 'utf8');
  return main.replaceAll(`"${agentVersion}"`, `"${version}"`);
}

const brokenProgram = `
import fs from 'node:fs';
const { version, build } = JSON.parse(fs.readFileSync(new URL('package-build.json', import.meta.url), 'utf8'));
if (process.argv.includes('--version')) console.log('tribehall-agent ' + version + '+' + build);
else process.exit(1);
`;
