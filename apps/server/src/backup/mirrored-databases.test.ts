import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { folderOf, startMirrorTest } from '../modules/databases/mirror.fixture.ts';
import { backUpTestApp, makeEmptyPlace, restoreInto } from './backup.fixture.ts';

it('a backup has the databases as they are stored, where the folder of the portal is behind', async () => {
  const test = await startMirrorTest();
  const [here, there] = [await test.startPortal(), await test.startPortal()];
  for (const name of ['same', 'behind', 'sub/gone', 'edited', 'both']) here.put(`${name}.json`, '{"v":0}');
  await vi.waitUntil(() => there.names().length === 6);
  await vi.waitUntil(() => there.ctx.state.databases.mirror?.wanted.size === 0);
  there.cut();
  await there.stop();
  await here.save('behind.json', { text: '{"v":1}' });
  await here.save('both.json', { text: '{"v":1}' });
  there.put('both.json', '{"hand":1}');
  there.put('edited.json', '{"hand":1}');
  there.put('new.json', '{"hand":1}');
  rmSync(join(there.root, 'sub'), { recursive: true });

  const { connection } = test;
  const { path } = await backUpTestApp(here.ctx, { config: there.ctx.config, connection });
  const { config } = await makeEmptyPlace();
  await restoreInto(config, path);
  const { content, names } = folderOf(config.DATA_DIR);
  expect(names().map((name) => [name, content(name)])).toEqual([
    ['behind.json', '{"v":1}'],
    ['both.json', '{"v":1}'],
    ['edited.json', '{"hand":1}'],
    ['new.json', '{"hand":1}'],
    ['same.json', '{"v":0}'],
    ['sub', undefined],
    ['sub/gone.json', '{"v":0}'],
  ]);
});
