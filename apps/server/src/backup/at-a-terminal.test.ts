import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { serverRoot } from '../platform/server-root.ts';
import { createTestApp } from '../testing/test-app.ts';
import { backUpTestApp, makeEmptyPlace, makeTempFolder, restoreInto } from './backup.fixture.ts';

const passphrase = 'a long passphrase';
const enter = '\r';

type Place = Awaited<ReturnType<typeof makeEmptyPlace>>;

/** A command of the operator at a terminal (util-linux's `script` makes one), which types when it is asked. */
async function type({ config }: Place, args: string[], replies: [asked: string, typed: string][]) {
  const words = [process.execPath, join(serverRoot, 'dist/admin.js'), ...args];
  const { PATH = '' } = process.env;
  const child = spawn('script', ['--quiet', '--return', '--command', words.join(' '), '/dev/null'], {
    cwd: tmpdir(),
    env: {
      PATH,
      SHELL: '/bin/sh',
      DATA_DIR: config.DATA_DIR,
      DATABASE_URL: config.DATABASE_URL,
      TRIBEHALL_WORLD: 'off',
    },
  });
  let shown = '';
  child.stdout.on('data', (chunk) => (shown += String(chunk)));
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  let seen = 0;
  for (const [asked, typed] of replies) {
    await vi.waitUntil(() => shown.indexOf(asked, seen) >= 0, 60_000);
    seen = shown.indexOf(asked, seen) + asked.length;
    child.stdin.write(typed);
  }
  return { exitCode: await exit, shown };
}

async function makeFullPlace(): Promise<Place> {
  const app = await createTestApp({ DATA_DIR: makeTempFolder() });
  await app.http.ready();
  const place = await makeEmptyPlace();
  await restoreInto(place.config, (await backUpTestApp(app.ctx)).path);
  writeFileSync(join(place.config.DATA_DIR, 'secret.key'), `${'k'.repeat(43)}\n`);
  return place;
}

describe('a backup at a terminal', () => {
  it('asks for the passphrase twice, shows neither it nor nothing, and its restore asks for it', async () => {
    const place = await makeFullPlace();
    const archive = join(makeTempFolder(), 'backup.tar.gz');
    const sealed = await type(
      place,
      ['backup', '--seal', '--to', archive],
      [
        // A letter that is taken back.
        ['Passphrase for the secrets: ', `${passphrase}x\u007f${enter}`],
        ['Once more: ', `${passphrase}${enter}`],
      ],
    );
    expect(sealed, sealed.shown).toMatchObject({ exitCode: 0 });
    expect(sealed.shown).not.toContain(passphrase);
    expect(sealed.shown).toContain('sealed with the passphrase');
    expect(sealed.shown).toMatch(/\r(Database|Files|Verifying): [\d.]+( of [\d.]+)? MB/);

    const target = await makeEmptyPlace();
    const asked = 'Passphrase of the secrets in the backup: ';
    const wrong = await type(target, ['restore', archive], [[asked, `another passphrase${enter}`]]);
    expect(wrong, wrong.shown).toMatchObject({ exitCode: 1 });
    expect(wrong.shown).toContain('Nothing was restored.');
    const right = await type(target, ['restore', archive], [[asked, `${passphrase}${enter}`]]);
    expect(right, right.shown).toMatchObject({ exitCode: 0 });
    expect(right.shown).not.toContain(passphrase);
    expect(readFileSync(join(target.config.DATA_DIR, 'secret.key'), 'utf8').trim()).toBe('k'.repeat(43));
  }, 120_000);

  it.each([
    [
      'two different passphrases',
      [`${passphrase}${enter}`, `${passphrase}!${enter}`],
      'These were two different passphrases.',
    ],
    ['a short one', [`short${enter}`], 'at least 12 characters'],
    ['Ctrl+C', ['\u0003'], 'at least 12 characters'],
  ])(
    'is not made with %s',
    async (_, typed, refusal) => {
      const place = await makeFullPlace();
      const archive = join(makeTempFolder(), 'backup.tar.gz');
      const questions = ['Passphrase for the secrets: ', 'Once more: '];
      const replies = typed.map((text, index): [string, string] => [questions[index] ?? '', text]);
      const { exitCode, shown } = await type(place, ['backup', '--seal', '--to', archive], replies);
      expect(exitCode, shown).toBe(1);
      expect(shown).toContain(refusal);
      expect(existsSync(archive) || existsSync(`${archive}.partial`)).toBe(false);
    },
    60_000,
  );
});
