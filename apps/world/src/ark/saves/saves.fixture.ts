import fs from 'node:fs';
import { openAsaSave } from '@tribehall/ark/saves/asa/open-asa-save';
import { openAseSave } from '@tribehall/ark/saves/ase/open-ase-save';
import { bytesSource } from '@tribehall/ark/saves/byte-reader';
import type { SavedRow, SaveHead, SaveReport } from '@tribehall/ark/saves/save-rows';
import { onTestFinished } from 'vitest';
import { createCasting } from '../life/casting.ts';
import { buildSettlements } from '../land/settlements.ts';
import { createGame, type Game } from '../play/game.ts';
import { temporaryFolder } from '../simulated-server.fixture.ts';
import { createSaver, type Saver } from './saver.ts';

export type PopulatedWorld = { game: Game; saver: Saver; cast: ReturnType<typeof createCasting>['cast'] };

/** A world without a server around it. */
export function populatedWorld(name: Game['game'], structures: number, seed = 'test'): PopulatedWorld {
  const map = name === 'asa' ? 'TheIsland_WP' : 'TheIsland';
  const game = createGame({ id: 'x', name: 'X', game: name, map, seed, folder: temporaryFolder() });
  game.switches.save.takesMs = 1;
  onTestFinished(() => game.timers.stop());
  const { cast } = createCasting(seed, game);
  buildSettlements(game, structures);
  return { game, saver: createSaver(game), cast };
}

export type Reading = { head: SaveHead; rows: SavedRow[]; report: SaveReport };

/** What our own readers make of a world's file. */
export function readWorld(game: { game: Game['game']; files: Pick<Game['files'], 'worldFile'> }): Reading {
  const { worldFile } = game.files;
  const save = game.game === 'asa' ? openAsaSave(worldFile) : openAseSave(bytesSource(fs.readFileSync(worldFile)));
  const rows: SavedRow[] = [];
  const reading = save.rows();
  try {
    for (;;) {
      const step = reading.next();
      if (step.done) return { head: save.head, rows, report: step.value };
      if (step.value) rows.push(step.value);
    }
  } finally {
    save.close();
  }
}
