import type { ReplyInput } from '@tribehall/contract';

type Agent = { name: string; version: string };
type OfferedAgent = ReplyInput<'GET /ark/agent'>;

/** The version an agent reports, `0.1.0+3f2a9c1b7d`; older agents report the first part only. */
export function splitVersion(version: string): { version: string; build: string | undefined } {
  const [number = '', build] = version.split('+');
  return { version: number, build };
}

/** Whether the agent should be replaced by the portal's. Other programs that speak the protocol are ignored. */
export function outdated(agent: Agent | null, offered: OfferedAgent): 'older' | 'otherBuild' | undefined {
  if (agent?.name !== 'tribehall-agent') return undefined;
  const { version, build } = splitVersion(agent.version);
  const difference = compareVersions(version, offered.version);
  if (difference !== 0) return difference < 0 ? 'older' : undefined;
  return build === offered.build ? undefined : 'otherBuild';
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

function numbersOf(version: string): number[] {
  const parts = version.split('.', 3).map((part) => Number.parseInt(part, 10));
  return [0, 1, 2].map((index) => parts[index] || 0);
}
