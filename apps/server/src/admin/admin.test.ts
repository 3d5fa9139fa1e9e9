import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codeAt } from '../modules/factors/factors.fixture.ts';
import { makePreparedFolder, postTo, spawnPortal } from '../testing/portal-process.ts';
import { runAdmin } from './run-admin.ts';

const folder = makePreparedFolder();
const portal = spawnPortal(folder);
const url = await portal.ready();

afterAll(async () => {
  if (portal.child.exitCode === null) await portal.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The built program, as the operator runs it. */
async function adminProcess(...args: string[]): Promise<{ code: number | null; output: string }> {
  const run = spawnPortal(folder, { program: 'admin', args });
  return { code: await run.exit(), output: run.output() };
}

/** The same in this process: loading the program takes longer than most commands. */
async function admin(...args: string[]): Promise<{ code: number | null; output: string }> {
  let output = '';
  const print = (line: string) => void (output += `${line}\n`);
  const settings = { DATA_DIR: folder, TRIBEHALL_WORLD: 'off' };
  const code = await runAdmin(args, { settings, print, printError: print });
  return { code, output };
}

const login = (email: string, password: string) => postTo(url, '/users/login', { email, password });
const passwordIn = (output: string) => /: (\S{20})\n/.exec(output)?.[1] ?? '';

describe("the operator's command line", () => {
  it('makes an Owner while the portal runs', async () => {
    const { code, output } = await adminProcess('create-owner', 'op@example.test', 'Op');
    expect(code).toBe(0);
    expect(await login('op@example.test', passwordIn(output))).toMatchObject({
      status: 200,
      body: { data: { user: { roles: [1500] } } },
    });
  });

  it('refuses what the register page would refuse', async () => {
    expect(await adminProcess('create-owner', 'no address', 'Op 2')).toMatchObject({
      code: 1,
      output: 'Enter a valid email address.\n',
    });
    expect(await admin('create-owner', 'op@example.test', 'Op 2')).toMatchObject({
      code: 1,
      output: 'This email address is already registered.\n',
    });
  });

  it('gives and takes roles, and the sessions end', async () => {
    const { body } = await postTo(url, '/users/register', {
      email: 'a@example.test',
      username: 'Ann',
      password: 'a long enough one',
    });
    const token = String(body.data?.['accessToken']);
    expect(await admin('give-role', 'a@example.test', 'admin')).toMatchObject({
      code: 0,
      output: 'a@example.test is admin now.\n',
    });
    expect((await postTo(url, '/users/logout', {}, token)).body.code).toBe('INVALID_TOKEN');
    expect((await login('a@example.test', 'a long enough one')).body.data).toMatchObject({ user: { roles: [1000] } });
    await admin('take-role', 'a@example.test', 'Admin');
    expect((await login('a@example.test', 'a long enough one')).body.data).toMatchObject({ user: { roles: [] } });
    expect(await admin('give-role', 'a@example.test', 'DiscordBot')).toMatchObject({ code: 1 });
    expect(await admin('take-role', 'op@example.test', 'Owner')).toMatchObject({
      code: 1,
      output: "The last Owner can't lose this role.\n",
    });
  });

  it('resets two-step login for someone who has lost it', async () => {
    const account = { email: 'lost@example.test', username: 'Lost', password: 'a long enough one' };
    const { body } = await postTo(url, '/users/register', account);
    const token = String(body.data?.['accessToken']);
    const started = await postTo(url, '/users/me/factors/totp', {}, token);
    const code = codeAt(String(started.body.data?.['secret']), new Date());
    const turnedOn = await fetch(`${url}/api/users/me/factors/totp`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(turnedOn.status).toBe(200);
    expect((await login(account.email, account.password)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await admin('reset-factors', account.email)).toMatchObject({
      code: 0,
      output: 'lost@example.test logs in with the password alone now.\n',
    });
    expect(await login(account.email, account.password)).toMatchObject({ status: 200 });
    expect((await postTo(url, '/users/logout', {}, token)).body.code).toBe('INVALID_TOKEN');
  });

  it('resets a password and ends sessions, and their streams', async () => {
    const reset = await admin('reset-password', 'a@example.test');
    const { body } = await login('a@example.test', passwordIn(reset.output));
    const headers = { authorization: `Bearer ${String(body.data?.['accessToken'])}` };
    const stream = await fetch(`${url}/api/events?topics=users.me`, { headers });
    const text = stream.text();
    expect(await admin('end-sessions', 'a@example.test')).toMatchObject({
      code: 0,
      output: '1 session of a@example.test ended.\n',
    });
    expect(await text).toContain('session-ended');
  });

  it('disables an account and enables it again, but not the last Owner’s', async () => {
    const { output } = await admin('reset-password', 'a@example.test');
    expect(await admin('disable-user', 'a@example.test')).toMatchObject({
      code: 0,
      output: 'The account of a@example.test is disabled.\n',
    });
    expect((await login('a@example.test', passwordIn(output))).body.code).toBe('ACCOUNT_DISABLED');
    expect((await admin('list-users')).output).toMatch(/a@example.test .*disabled/);
    expect((await admin('disable-user', 'op@example.test')).output).toBe("The last Owner can't lose this role.\n");
    await admin('enable-user', 'a@example.test');
    expect((await login('a@example.test', passwordIn(output))).status).toBe(200);
  });

  it('adds generated servers by the thousand, and removes them again', async () => {
    expect(await admin('add-servers', '1500')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^1500 /) as string,
    });
    expect(await admin('add-servers', '1500')).toMatchObject({ code: 0 });
    const { body } = await postTo(url, '/users/register', {
      email: 'b@example.test',
      username: 'Ben',
      password: 'a long enough one',
    });
    const headers = { authorization: `Bearer ${String(body.data?.['accessToken'])}` };
    const list = async () => {
      const response = await fetch(`${url}/api/ark/servers?nameFilter=load`, { headers });
      return ((await response.json()) as { data: { name: string }[] }).data;
    };
    expect(await list()).toHaveLength(3000);
    expect((await list()).at(-1)?.name).toBe('Load 3000');
    expect(await admin('remove-load-servers')).toMatchObject({ code: 0, output: '3000 servers removed.\n' });
    expect(await list()).toEqual([]);
    expect((await admin('add-agents', '2')).output).toMatch(/^(th_[\w-]{43}\n){2}$/);
    expect(await admin('remove-load-servers')).toMatchObject({ code: 0, output: '2 servers removed.\n' });
    for (const count of ['0', 'many']) expect((await admin('add-servers', count)).code).not.toBe(0);
  });

  it('verifies the uploaded files, and fails where something is wrong', async () => {
    expect(await admin('verify-files')).toEqual({
      code: 0,
      output: '0 files with 0.0 GB were checked; all of them match their checksums.\n',
    });
    const blobFolder = join(folder, 'files', 'kept');
    mkdirSync(blobFolder, { recursive: true });
    writeFileSync(join(blobFolder, 'no-row-0000-0001'), 'x');
    expect(await admin('verify-files')).toEqual({
      code: 1,
      output: 'orphaned    no-row-0000-0001\n0 files with 0.0 GB were checked; 1 is wrong.\n',
    });
  });

  it('looks through the audit and verifies it', async () => {
    const audit = await admin('audit', '--action', 'roles', '--object=Ann', '--limit', '1');
    expect(audit).toMatchObject({
      code: 0,
      output: expect.stringMatching(/operator {2}users\.roles {2}Ann/) as string,
    });
    expect(await admin('audit', '--from', 'soon')).toMatchObject({ code: 1 });
    expect(await admin('audit', '--nonsense')).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^Usage: npm run admin -- audit \[--actor <text>\].*\[--json\]\n$/) as string,
    });
    expect(await admin('verify-audit')).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^\d+ entries checked; nothing was changed.*\nHead \(store it elsewhere\): \d+:[0-9a-f]{64}\n$/,
      ) as string,
    });
    expect(await admin('verify-audit', '--head', `1:${'0'.repeat(64)}`)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/entry 1 is broken/) as string,
    });
  });

  it('prints its usage', async () => {
    expect((await adminProcess()).output).toContain('reset-password <email>');
    expect(await admin('give-role', 'a@example.test')).toMatchObject({
      code: 2,
      output: 'Usage: npm run admin -- give-role <email> <role>\n',
    });
    expect(await admin('nonsense')).toMatchObject({ code: 2 });
    expect(await admin('end-sessions', 'nobody@example.test')).toMatchObject({ code: 1 });
  });

  it('works while the portal does not run', async () => {
    await portal.stop();
    expect((await adminProcess('list-users')).output).toMatch(
      /^a@example.test\s+Ann\s*\nb@example.test\s+Ben\s*\nlost@example.test\s+Lost\s*\nop@example.test\s+Op\s+Owner\n$/,
    );
    expect(await admin('verify-files')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^orphaned /) as string,
    });
  });
});
