import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import { groundCellUnits } from '@tribehall/contract/agent/world-saves.contract';
import type { StructureGround } from '@tribehall/contract/shared/structure-ground';
import type { Ctx } from '../../../context.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { readView } from '../structures.policy.ts';
import { findSave } from '../structures.store.ts';
import { groundHeight, minGroundSamples } from './ground-height.ts';
import { findGround, type GroundRow } from './ground.store.ts';
import type { TaggedPoints } from './points.service.ts';

const compress = promisify<string, ZlibOptions, Buffer>(gzip);

/**
 * For those who see every structure. Where there are samples is where players are: creatures appear around them, and
 * foundations are samples, too.
 */
export async function openGround(ctx: Ctx, caller: Caller, serverId: string): Promise<TaggedPoints> {
  const { sight } = await readView(ctx, caller, serverId);
  const save = await findSave(ctx.db, serverId);
  const isVisible = sight === 'all';
  const parts = ['ground', serverId, isVisible, save?.map ?? null, save?.readAt ?? null];
  const tag = `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;
  const { points, pointBuilds } = ctx.state.structures;
  const build = async () => {
    const rows = isVisible ? await findGround(ctx.db, serverId) : [];
    return compress(JSON.stringify(toGround(rows)), { level: 4 });
  };
  return { tag, readGzipped: () => points.get(tag, () => pointBuilds.run(build)) };
}

/** Cells with too few samples are left out: nothing is known of them. */
function toGround(rows: GroundRow[]): StructureGround {
  const ground: StructureGround = { cellUnits: groundCellUnits, sampleCount: 0, cells: [], water: [] };
  for (const { x, y, heights, swimmers } of rows) {
    const height = groundHeight(heights);
    if (height !== undefined) {
      ground.sampleCount += heights.length;
      ground.cells.push([x, y, height]);
    } else if (swimmers >= minGroundSamples) ground.water.push([x, y]);
  }
  return ground;
}
