import type { Log } from '../log/agent-log.ts';
import { inMegabytes } from './save-copy.ts';
import type { ToldSave } from './tell-save.ts';
import type { SaveFile } from './world-save.ts';

/** What the operator reads about a save that was told. */
export function reportSave(log: Pick<Log, 'info' | 'warn'>, told: ToldSave, { size }: SaveFile, ms: number): void {
  const { structureCount, changedCount, goneCount, failureCount, failures } = told.report;
  const what = `${told.map} (${told.format}, ${inMegabytes(size)})`;
  const counts = `${structureCount} structures, ${changedCount} rows new or changed, ${goneCount} gone`;
  log.info(`Told the save of ${what}: ${counts}, in ${(ms / 1_000).toFixed(1)} s.`);
  if (failureCount === 0) return;
  const first = failures[0] && ` The first: ${failures[0].place}: ${failures[0].reason}`;
  log.warn(`${failureCount} ${failureCount === 1 ? 'part' : 'parts'} of the save could not be read.${first ?? ''}`);
}
