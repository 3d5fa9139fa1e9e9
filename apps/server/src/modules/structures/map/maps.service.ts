import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import type { ArkMap as KnownMap } from '@tribehall/ark/maps/ark-map';
import { findMap } from '@tribehall/ark/maps/maps';
import { parseMaps } from '@tribehall/ark/maps/parse-maps';
import type { ReplyOutput } from '@tribehall/contract';
import { SettingError, type Config } from '../../../config.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';

export type ArkMap = NonNullable<ReplyOutput<'GET /ark/servers/{id}/structures'>['map']>;

/** Reads the operator's maps at the start, so that a portal with an invalid file refuses to start. */
export function checkOwnMaps({ state }: Pick<Ctx, 'state'>): void {
  state.structures.ownMaps();
}

export function findArkMap(ctx: Ctx, name: string | undefined): ArkMap | null {
  const map = name === undefined ? undefined : findMap(name, ctx.state.structures.ownMaps());
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
const noPicture = () => new AppError('NOT_FOUND', 'This map has no picture.');

export type Picture = { bytes: Buffer; type: string };

/** The path comes from the operator's file, never from the request. */
export async function readPicture(ctx: Ctx, mapName: string): Promise<Picture> {
  const { MAPS_FILE } = ctx.config;
  const picture = findMap(mapName, ctx.state.structures.ownMaps())?.picture;
  const type = picture && pictureTypes[extname(picture).toLowerCase()];
  if (!MAPS_FILE || !picture || !type) throw noPicture();
  const file = await open(join(dirname(resolve(MAPS_FILE)), picture)).catch((err: unknown) => {
    ctx.log.warn({ err, picture }, 'The picture of a map could not be opened');
    throw noPicture();
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw noPicture();
    if (facts.size > maxPictureBytes) throw new AppError('NOT_FOUND', 'The picture of this map is too large.');
    return { bytes: await file.readFile(), type };
  } finally {
    await file.close();
  }
}

export function readOwnMaps({ MAPS_FILE: file }: Config): KnownMap[] {
  if (file === undefined) return [];
  try {
    return parseMaps(JSON.parse(readFileSync(resolve(file), 'utf8')));
  } catch (cause) {
    throw new SettingError(`MAPS_FILE names a file that cannot be used: ${file}. ${(cause as Error).message}`, {
      cause,
    });
  }
}
