import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import type { ArkMap as KnownMap } from '@tribehall/ark/maps/ark-map';
import { findMap } from '@tribehall/ark/maps/maps';
import { parseMaps } from '@tribehall/ark/maps/parse-maps';
import type { ReplyOutput } from '@tribehall/contract';
import { SettingError, type Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';

export type ArkMap = NonNullable<ReplyOutput<'GET /ark/servers/{id}/structures'>['map']>;

/** The operator's own maps, beside those of the game. */
const ownMaps = perPortal(readMaps);

/** Reads the operator's maps, so that a portal that cannot use them says so when it starts. */
export function loadMaps(ctx: Pick<Ctx, 'config'>): void {
  ownMaps(ctx);
}

export function findArkMap(ctx: Ctx, name: string | undefined): ArkMap | null {
  const map = name === undefined ? undefined : findMap(name, ownMaps(ctx));
  if (!map) return null;
  const { title, latitude, longitude, picture } = map;
  return { name: map.name, title, latitude, longitude, hasPicture: picture !== undefined };
}

const pictureTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};
const maxPictureBytes = 32 * 1024 * 1024;
const noPicture = () => new AppError('NOT_FOUND', 'There is no picture of this map.');

export type Picture = { bytes: Buffer; type: string };

/** Only what the file of maps names, and only where that lies: no name of a request becomes a path. */
export async function readPicture(ctx: Ctx, mapName: string): Promise<Picture> {
  const { MAPS_FILE } = ctx.config;
  const picture = findMap(mapName, ownMaps(ctx))?.picture;
  const type = picture && pictureTypes[extname(picture).toLowerCase()];
  if (!MAPS_FILE || !picture || !type) throw noPicture();
  const file = await open(join(dirname(resolve(MAPS_FILE)), picture)).catch((err: unknown) => {
    ctx.log.warn({ err, picture }, 'The picture of a map cannot be opened');
    throw noPicture();
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw noPicture();
    if (facts.size > maxPictureBytes) throw new AppError('NOT_FOUND', 'The picture of this map is too big.');
    return { bytes: await file.readFile(), type };
  } finally {
    await file.close();
  }
}

function readMaps({ MAPS_FILE: file }: Config): KnownMap[] {
  if (file === undefined) return [];
  try {
    return parseMaps(JSON.parse(readFileSync(resolve(file), 'utf8')));
  } catch (cause) {
    throw new SettingError(`MAPS_FILE names a file that cannot be used: ${file}. ${(cause as Error).message}`, {
      cause,
    });
  }
}
