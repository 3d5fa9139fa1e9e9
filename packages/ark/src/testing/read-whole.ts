import type {
  OpenSave,
  SavedRow,
  SavedStructure,
  SavedSurvivor,
  SavedTribe,
  SaveReport,
  UnreadableRow,
} from '../saves/save-rows.ts';

export type WholeSave = {
  structures: SavedStructure[];
  tribes: SavedTribe[];
  survivors: SavedSurvivor[];
  unreadable: UnreadableRow[];
  report: SaveReport;
};

/** Reads to the end and closes. */
export function readWhole(save: OpenSave): WholeSave {
  const rows: SavedRow[] = [];
  try {
    const reading = save.rows();
    let next = reading.next();
    while (!next.done) {
      if (next.value) rows.push(next.value);
      next = reading.next();
    }
    return {
      structures: rows.flatMap((row) => (row.kind === 'structure' ? [row.structure] : [])),
      tribes: rows.flatMap((row) => (row.kind === 'tribe' ? [row.tribe] : [])),
      survivors: rows.flatMap((row) => (row.kind === 'survivor' ? [row.survivor] : [])),
      unreadable: rows.filter((row) => row.kind === 'unreadable'),
      report: next.value,
    };
  } finally {
    save.close();
  }
}
