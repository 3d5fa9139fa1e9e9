import type { SavedRow, SavedStructure, SaveReport } from '@tribehall/ark/saves/save-rows';

type Team = { name: string; count: number };

const maxClasses = 10;

const byCount = (one: { count: number }, other: { count: number }) => other.count - one.count;

/** Counts what a save holds, and says it in a few lines. */
export function createTally() {
  const teams = new Map<number, Team>();
  const classes = new Map<string, number>();
  const lines: string[] = [];
  let structureCount = 0;

  const addStructure = ({ teamId, teamName, className }: SavedStructure) => {
    structureCount += 1;
    const team = teams.get(teamId) ?? { name: teamName ?? '', count: 0 };
    team.count += 1;
    teams.set(teamId, team);
    classes.set(className, (classes.get(className) ?? 0) + 1);
  };

  return {
    add(row: SavedRow): void {
      if (row.kind === 'structure') addStructure(row.structure);
      if (row.kind === 'tribe') {
        const { id, name, members, log } = row.tribe;
        lines.push(`Tribe ${id} "${name}": ${members.length} members, ${log.length} lines in its log`);
      }
      if (row.kind === 'survivor') {
        const { arkId, name, playerId, level, teamId } = row.survivor;
        const facts = [playerId && `player ${playerId}`, level && `level ${level}`, teamId && `tribe ${teamId}`];
        lines.push(`Survivor ${arkId} "${name}": ${facts.filter(Boolean).join(', ')}`);
      }
    },
    lines({ objectCount, failureCount, failures }: SaveReport): string[] {
      const owners = [...teams].map(([id, team]) => ({ id, ...team })).toSorted(byCount);
      const kinds = [...classes].map(([name, count]) => ({ name, count })).toSorted(byCount);
      return [
        ...lines,
        ...owners.map(({ id, name, count }) => `Structures of ${id} "${name}": ${count}`),
        ...kinds.slice(0, maxClasses).map(({ name, count }) => `${name}: ${count}`),
        `${structureCount} structures among ${objectCount} objects; ${failureCount} objects could not be read.`,
        ...failures.map(({ place, reason }) => `${place}: ${reason}`),
      ];
    },
  };
}
