import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { withSetupLock } from './setup-lock.mjs';

it('lets one command at a time work in a folder, and prints why the other waits', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-lock-'));
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  /** @type {string[]} */
  const events = [];
  const first = withSetupLock(folder, async () => {
    events.push('first begins');
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringContaining('waiting for it')));
    events.push('first ends');
  });
  const second = withSetupLock(folder, async () => events.push('second begins'));
  await Promise.all([first, second]);
  expect(events).toEqual(['first begins', 'first ends', 'second begins']);
  log.mockRestore();
  fs.rmSync(folder, { recursive: true });
});
