import { rmSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makePreparedFolder, postTo, spawnPortal } from '../../testing/portal-process.ts';
import { endAllIn, livingIn, openRun, ownFolder, pidsIn, stubborn, stubbornCount } from './terminal.fixture.ts';

const account = { email: 'olga@example.test', username: 'Olga', password: 'a long enough one' };

const secrets = {
  DISCORD_CLIENT_SECRET: 'canary-one',
  YOUTUBE_API_KEY: 'canary-two',
  SECRET_KEY: 'canary-three, which is long enough for a key',
  METRICS_TOKEN: 'canary-four-of-the-metrics',
  SMTP_URL: 'smtp://portal:canary-five@127.0.0.1:9',
};

it('leaves no process of a command when the portal is killed, or asked to stop', { timeout: 120_000 }, async () => {
  const dataDir = makePreparedFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  // The second one stops gracefully, and the database of both with it.
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    // As root a command may read everything; as another user it could not look for the secrets.
    const portal = spawnPortal(dataDir, { settings: { ...secrets, TERMINAL_AS_ROOT: 'on' } });
    onTestFinished(async () => void (await portal.stop()));
    const url = await portal.ready();
    const [, setup] = /setup=([\w-]+)/.exec(portal.output()) ?? [];
    const { body } = setup
      ? await postTo(url, '/users/register', { ...account, setup })
      : await postTo(url, '/users/login', account);

    const token = String(body.data?.['accessToken']);
    const shown = await environmentOf(portal.child.pid, url, token);
    for (const name of Object.keys(secrets)) expect(shown).toMatch(new RegExp(`${name}=\\*{10}`));
    expect(await environmentOf(portal.child.pid, url, token)).not.toContain('canary');

    const folder = ownFolder();
    onTestFinished(() => endAllIn(folder));
    await openRun(url, token, { ...stubborn(folder), cwd: folder });
    await vi.waitUntil(() => pidsIn(folder).length === stubbornCount);
    await portal.stop(signal);
    await expect.poll(() => livingIn(folder)).toEqual([]);
  }
});

/** As a command of the terminal sees it. */
async function environmentOf(pid: number | undefined, url: string, token: string): Promise<string> {
  const { body } = await postTo(url, '/terminal', { cmd: 'cat', args: [`/proc/${pid}/environ`] }, token);
  return String(body.data?.['output']);
}
