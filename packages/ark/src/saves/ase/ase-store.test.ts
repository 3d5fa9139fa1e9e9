import { describe, expect, it } from 'vitest';
import { properties, write, writeAseArchive, writeAseWorld, type Part } from '../../testing/ase-fixture.ts';
import { pawn, readAll, tribe, vault } from '../../testing/ase-objects.ts';
import { bytesSource } from '../byte-reader.ts';

const tribeOf = (id: number) =>
  writeAseArchive([
    {
      className: 'PrimalTribeData',
      properties: [
        write.struct(
          'TribeData',
          'TribeData',
          properties([write.int('TribeId', id), write.text('TribeName', 'Tribe')]),
        ),
      ],
    },
  ]);
const profileOf = (id: bigint, ...parts: Part[]) =>
  writeAseArchive([
    {
      className: 'PrimalPlayerDataBP_C',
      properties: [write.struct('MyData', 'S', properties([write.uint64('PlayerDataID', id), ...parts]))],
    },
  ]);

const newer = (bytes: Buffer) => Buffer.concat([Buffer.of(1, 1, 0, 0), bytes.subarray(4)]);

describe.each([11, 12])('a world of version %i that contains tribes and players itself', (version) => {
  const read = (store: { tribes: Buffer[]; profiles: Buffer[] }) =>
    readAll(bytesSource(writeAseWorld({ version, objects: [vault, pawn], store })));

  it('returns them, and who has a body', () => {
    const { rows, report } = read({
      tribes: [tribeOf(tribe), tribeOf(tribe + 1)],
      profiles: [profileOf(555n, write.double('LastLoginTime', 900), write.int('TribeID', 7)), profileOf(556n)],
    });

    expect(rows.map((row) => row.kind)).toEqual(['tribe', 'tribe', 'structure', 'survivor', 'survivor']);
    expect(rows[1]).toMatchObject({ tribe: { id: tribe + 1, name: 'Tribe' } });
    expect(rows[3]).toMatchObject({
      survivor: { arkId: '555', name: 'Bob the Builder', teamId: tribe, loginAt: 900, place: { x: 7 } },
    });
    expect(rows[4]).toEqual({ kind: 'survivor', survivor: { arkId: '556', name: '', level: 1 } });
    expect(report).toMatchObject({ objectCount: 2, failureCount: 0 });
  });

  it('passes over those that cannot be read', () => {
    const { rows, report } = read({
      tribes: [Buffer.alloc(20, 1), tribeOf(tribe)],
      profiles: [Buffer.alloc(0), profileOf(555n)],
    });

    expect(rows.map((row) => row.kind)).toEqual(['unreadable', 'tribe', 'structure', 'survivor']);
    expect(rows[0]).toEqual({ kind: 'unreadable', of: 'tribe' });
    expect(report.archives).toEqual({ count: 4, failureCount: 1 });
    expect(report.failures).toEqual([
      { place: 'the store, archive 1, tribe, byte 0', reason: expect.stringContaining('is not known') },
    ]);
  });

  it('returns their owners where only their version is not known', () => {
    const { rows } = read({ tribes: [newer(tribeOf(tribe))], profiles: [newer(profileOf(555n))] });

    expect(rows.filter(({ kind }) => kind === 'unreadable')).toEqual([
      { kind: 'unreadable', of: 'tribe', id: String(tribe) },
      { kind: 'unreadable', of: 'survivor', id: '555' },
    ]);
  });

  it('may have none', () => {
    expect(read({ tribes: [], profiles: [] }).report.failureCount).toBe(0);
  });
});
