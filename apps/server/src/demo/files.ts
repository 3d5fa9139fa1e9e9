import { randomUUID } from 'node:crypto';
import type { Visibility } from '@tribehall/contract';
import type { Ctx } from '../context.ts';
import { hashBytes } from '../platform/files/file-hash.ts';
import { findByEmail } from '../modules/users/users.service.ts';
import { storeFiles } from '../modules/files/stored-files.service.ts';
import { isUnused } from '../modules/files/uploads/uploads.store.ts';

type DemoFile = { name: string; visibility: Visibility; lines: string[] };

const demoFiles: DemoFile[] = [
  {
    name: 'Server rules.md',
    visibility: 'public',
    lines: [
      '# Rules of the obelisk',
      '',
      '1. No building on spawn beaches, bridges and explorer notes.',
      '2. Wild tames are for everyone: claim what you tame within a day.',
      '3. Raids end when the defenders log off. Be kind to survivors below level 30.',
      '4. Structures whose owners were away for 30 days may be cleared.',
    ],
  },
  {
    name: 'config/GameUserSettings.ini',
    visibility: 'admins',
    lines: [
      '[ServerSettings]',
      'DifficultyOffset=1.0',
      'HarvestAmountMultiplier=2.0',
      'TamingSpeedMultiplier=3.0',
      'ShowMapPlayerLocation=True',
      'RCONEnabled=True',
    ],
  },
  {
    name: 'events/boss nights.json',
    visibility: 'public',
    lines: ['{"friday":{"boss":"Broodmother","map":"The Island"},"saturday":{"boss":"Dragon","map":"Ragnarok"}}'],
  },
];

/** Adds some files of the demo's Admin, once. */
export async function seedDemoFiles(ctx: Ctx): Promise<void> {
  const { blobs } = ctx.state.files;
  if ((await blobs.isAvailable()) || !(await isUnused(ctx.db))) return;
  const { id: uploaderId, username } = await findByEmail(ctx, 'admin@tribehall.test');
  await blobs.create();
  const stored: Parameters<typeof storeFiles>[2] = [];
  for (const { name, visibility, lines } of demoFiles) {
    const id = randomUUID();
    const content = Buffer.from(`${lines.join('\n')}\n`);
    const part = await blobs.createPart(id, { as: id, size: content.length });
    await part.write([content], 0);
    const hash = await hashBytes(await part.complete());
    await part.close();
    stored.push({ part: id, file: { id, name, size: content.length, visibility, uploaderId, hash } });
  }
  await storeFiles(ctx, { userId: uploaderId, username, address: 'demo world' }, stored, () => Promise.resolve());
}
