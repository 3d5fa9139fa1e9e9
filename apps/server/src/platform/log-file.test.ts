import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mountSmallDrive } from '../testing/small-drive.ts';
import { openLogFile } from './log-file.ts';

const drive = mountSmallDrive(1);

describe.runIf(drive)('a log on a full drive (needs to be root to mount one)', () => {
  it('drops what it cannot write, whole lines only, and writes how many when there is space again', () => {
    const path = join(drive ?? '', 'portal.log');
    const filler = join(drive ?? '', 'filler');
    const log = openLogFile(path);
    onTestFinished(() => log.close());
    const line = `${JSON.stringify({ msg: 'x'.repeat(3_000) })}\n`;
    log.write(line);
    // One page is free: the second of these lines does not fit as a whole.
    writeFileSync(filler, Buffer.alloc(1024 * 1024 - 2 * 4096));
    for (let n = 0; n < 4; n += 1) log.write(line);
    rmSync(filler);
    log.write('{"msg":"after"}\n');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const messages = lines.flatMap((text) => (text.endsWith('}') ? [(JSON.parse(text) as { msg: string }).msg] : []));
    const written = messages.filter((msg) => msg.startsWith('x')).length;
    expect(written).toBeLessThan(5);
    expect(messages.slice(-2)).toEqual([
      `${5 - written} log lines could not be written and are missing here: ENOSPC`,
      'after',
    ]);
  });
});

it('is opened again when its folder is back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'portal.log');
  rmSync(folder, { recursive: true });
  const log = openLogFile(path);
  log.write('{"msg":"lost"}\n');
  mkdirSync(folder);
  log.write('{"msg":"there"}\n');
  log.close();
  expect(readFileSync(path, 'utf8')).toMatch(
    /^\{.*"msg":"1 log line could not be written and is missing here: ENOENT"\}\n\{"msg":"there"\}\n$/,
  );
});
