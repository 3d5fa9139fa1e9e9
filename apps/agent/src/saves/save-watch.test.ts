import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { createSaveWatch } from './save-watch.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** Looks by itself at the start, a moment later, and then not again in this test. */
async function setUp() {
  const folder = makeFolder();
  const file = path.join(folder, 'TheIsland_WP.ark');
  await fs.writeFile(file, 'first');
  const watch = createSaveWatch({ folder, log: silent, timing: { lookMs: 600_000, stableMs: 20, listMs: 600_000 } });
  onTestFinished(() => watch.stop());
  await vi.waitFor(() => expect(watch.stable()?.size).toBe('first'.length));
  return { file, watch };
}

it('reads a save as soon as the log of the game says that it is whole', async () => {
  const { file, watch } = await setUp();
  await fs.writeFile(file, 'the second');
  watch.notice('saved');
  await vi.waitFor(() => expect(watch.stable()?.size).toBe('the second'.length));
});

it('reads none while the log of the game says that one is being written', async () => {
  const { file, watch } = await setUp();
  await fs.writeFile(file, 'half');
  watch.notice('saving');
  watch.hurry();
  await vi.waitFor(() => expect(watch.stable()).toBeUndefined());
  await fs.writeFile(file, 'a whole one');
  watch.notice('saved');
  await vi.waitFor(() => expect(watch.stable()?.size).toBe('a whole one'.length));
});
