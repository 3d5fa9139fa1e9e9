import type { Person, PersonServer } from '../people.queries.ts';

type Server = PersonServer['server'];

export type PersonSummary = {
  /** Where they are now. */
  online: { server: Server; since: string }[];
  firstSeenAt: string | null;
  lastSeen: { server: Server; at: string } | null;
  /** On the servers whose history the viewer may see; null where there is none. */
  playtimeMs: number | null;
  playedServerCount: number;
  /** Servers whose history the viewer may not see. */
  hiddenCount: number;
  /** Earlier names of the player and of their survivors, the last used first. */
  otherNames: string[];
  bannedOn: Server[];
};

export function summarizePerson({ name, servers, names }: Person): PersonSummary {
  const visible = servers.filter(({ isHistoryVisible }) => isHistoryVisible);
  const playtimes = visible.flatMap(({ playtimeMs }) => playtimeMs ?? []);
  const firstTimes = visible.flatMap(({ firstSeenAt }) => firstSeenAt ?? []);
  const seen = visible.flatMap(({ server, lastSeenAt }) => (lastSeenAt === null ? [] : [{ server, at: lastSeenAt }]));
  const current = new Set([name, ...servers.flatMap((server) => server.survivor ?? [])]);
  return {
    online: servers.flatMap(({ server, onlineSince }) =>
      onlineSince === null ? [] : [{ server, since: onlineSince }],
    ),
    firstSeenAt: firstTimes.toSorted()[0] ?? null,
    lastSeen: seen.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))[0] ?? null,
    playtimeMs: playtimes.length === 0 ? null : playtimes.reduce((sum, ms) => sum + ms, 0),
    playedServerCount: playtimes.length,
    hiddenCount: servers.length - visible.length,
    otherNames: [...new Set(names.map((known) => known.name))].filter((known) => known !== '' && !current.has(known)),
    bannedOn: servers.flatMap(({ server, ban }) => (ban === null ? [] : [server])),
  };
}
