import type { ReplyInput } from '@tribehall/contract';
import {
  createStructureColumns,
  encodeStructurePoints,
  type StructureColumns,
  type StructureHead,
  type StructurePoints,
} from '@tribehall/contract/shared/structure-points';

type Info = ReplyInput<'GET /ark/servers/{id}/structures'>;
type Row = { [Name in keyof StructureColumns]?: number };
type InfoChanges = Partial<Omit<Info, 'save'>> & { save?: Partial<Info['save']> };
type PointsChanges = Partial<Omit<StructureHead, 'count'>> & { rows?: readonly Row[] };

const readAt = '2026-01-02T03:04:05Z';

/** A server whose save was read, seen by one of its admins; pass only what matters for the test. */
export function buildStructures({ save, ...changes }: InfoChanges = {}): Info {
  return {
    save: {
      savedAt: readAt,
      readAt,
      format: 'ASA 14',
      objectCount: 4_542,
      failureCount: 0,
      structureCount: 2,
      tribeCount: 1,
      survivorCount: 1,
      readingSince: null,
      error: null,
      ...save,
    },
    map: {
      name: 'TheIsland_WP',
      title: 'The Island',
      latitude: { shift: 50, scale: 6_850 },
      longitude: { shift: 50, scale: 6_850 },
      hasPicture: false,
    },
    visibleTo: 'members',
    sight: 'all',
    tribe: null,
    isAdmin: true,
    ...changes,
  };
}

/** Structures in columns; a row sets only what matters, and is numbered from 1. */
export function buildPoints({ rows = [{}, { x: 100 }], ...head }: PointsChanges = {}): StructurePoints {
  const columns = createStructureColumns(rows.length);
  for (const [index, row] of rows.entries()) {
    const values = { id: index + 1, ...row };
    for (const [name, value] of Object.entries(values)) columns[name as keyof StructureColumns][index] = value;
  }
  return {
    count: rows.length,
    savedAt: Date.parse(readAt) / 1000,
    classes: ['Floor_Stone_C'],
    tribes: [{ id: 11, name: 'Porters', lastActiveAt: Date.parse(readAt) / 1000 }],
    owners: [{ arkId: '501', name: 'Mira' }],
    ...head,
    columns,
  };
}

/** As the portal sends it. */
export function pointsReply(points: StructurePoints, etag = '"r1"'): Response {
  return new Response(encodeStructurePoints(points).slice().buffer, { headers: { etag } });
}
