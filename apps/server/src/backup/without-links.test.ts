import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import * as links from '../platform/files/hard-link.ts';
import { addTestFile } from '../modules/files/files.fixture.ts';
import { createTestApp } from '../testing/test-app.ts';
import { backUpTestApp, hashFiles, makeEmptyPlace, makeTempFolder, restoreInto } from './backup.fixture.ts';
import { foldersOf } from './contents.ts';

/** As FAT and exFAT do; some network drives say ENOTSUP. */
function refuseLinks(code: string): void {
  const refusal = Object.assign(new Error('link: operation not permitted'), { code });
  vi.spyOn(links, 'hardLink').mockRejectedValue(refusal);
}

async function startApp() {
  const app = await createTestApp({ DATA_DIR: makeTempFolder() });
  await app.http.ready();
  const id = await addTestFile(app, { content: 'contents' });
  return { app, path: join(foldersOf(app.ctx.config).files, id) };
}

describe('on a drive without hard links', () => {
  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
    'a backup has all files (%s)',
    async (code) => {
      refuseLinks(code);
      const { app } = await startApp();
      const { path, files } = await backUpTestApp(app.ctx);
      expect(links.hardLink).toHaveBeenCalled();
      expect(files).toBe(1);
      const { config } = await makeEmptyPlace();
      await restoreInto(config, path);
      expect(hashFiles(foldersOf(config).files)).toEqual(hashFiles(foldersOf(app.ctx.config).files));
    },
    60_000,
  );

  it('a backup fails instead of lacking a file that was deleted, or has become shorter, meanwhile', async () => {
    refuseLinks('EPERM');
    const { app, path } = await startApp();
    const deleting = backUpTestApp(app.ctx, { onSnapshot: () => Promise.resolve(rmSync(path)) });
    await expect(deleting).rejects.toThrow(/ENOENT/);
    writeFileSync(path, 'contents');
    const shortening = backUpTestApp(app.ctx, { onSnapshot: () => Promise.resolve(writeFileSync(path, 'con')) });
    await expect(shortening).rejects.toThrow('is shorter than it was');
  }, 60_000);
});
