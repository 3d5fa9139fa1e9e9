import fs from 'node:fs';
import path from 'node:path';
import type { SavedStructure } from '@tribehall/ark/saves/save-rows';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../simulated-server.fixture.ts';
import { writeBigSave } from './big-save.ts';
import { readWorld } from '../saves/saves.fixture.ts';

// Thousands of objects each time: a limit is for what hangs.

const structures = 1_000;

async function read(game: 'asa' | 'ase', changedShare?: number): Promise<Map<string, SavedStructure>> {
  const worldFile = path.join(temporaryFolder(), 'big.ark');
  await writeBigSave(worldFile, {
    game,
    structures,
    seed: 'bench',
    ...(changedShare !== undefined && { changedShare }),
  });
  expect(fs.readdirSync(path.dirname(worldFile))).toEqual(['big.ark']);
  const { rows, report } = readWorld({ game, files: { worldFile } });
  expect(report).toMatchObject({ objectCount: 1_050, failureCount: 0 });
  return new Map(rows.flatMap((row) => (row.kind === 'structure' ? [[row.structure.id, row.structure]] : [])));
}

it.each(['asa', 'ase'] as const)(
  'makes a save of %s with as many structures as wanted, and later with some changed',
  async (game) => {
    const [first, later] = [await read(game), await read(game, 0.01)];
    expect(first.size).toBe(structures);
    const changed = [...later].filter(([id, structure]) => JSON.stringify(first.get(id)) !== JSON.stringify(structure));
    expect(changed).toHaveLength(structures / 100);
  },
);
