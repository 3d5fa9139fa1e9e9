import { Text } from '@mantine/core';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { TribeName } from '../../../components/people/tribe-name.tsx';
import { formatDuration } from '../../../lib/text/format.ts';
import type { Person, PersonServer } from '../people.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './player-servers.module.css';

/** One card per server: survivor, tribe, playtime, ban. */
export function PlayerServers({ person }: { person: Person }) {
  if (person.servers.length === 0) return <Text c="dimmed">Not seen on any server yet.</Text>;
  return (
    <ul className={classes.list}>
      {person.servers.map((place) => (
        <li key={place.server.id} className={classes.card}>
          <div className={classes.head}>
            <TextLink to="/arkbot/servers/$serverId" params={{ serverId: place.server.id }}>
              <PlainText text={place.server.name} />
            </TextLink>
            {place.onlineSince === null ? null : <StatusDot tone="good" word="online" />}
          </div>
          <Survivor place={place} />
          {place.isHistoryVisible ? (
            <History place={place} />
          ) : (
            <p className={classes.dimmed}>The admins of this server keep its history to themselves.</p>
          )}
          {place.ban === null ? null : (
            <p className={classes.line}>
              <StatusDot tone="danger" word="banned" /> by <PlainText text={place.ban.bannedBy} />,{' '}
              <TimeAgo at={place.ban.bannedAt} />
            </p>
          )}
          <p className={classes.line}>
            <TextLink
              to="/arkbot/servers/$serverId/players"
              params={{ serverId: place.server.id }}
              search={{ playerId: person.id }}
            >
              Show among the server's players
            </TextLink>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Survivor({ place: { server, survivor, name, level, tribe } }: { place: PersonServer }) {
  const shown = survivor ?? name;
  return (
    <p className={classes.line}>
      {shown === null ? <span className={classes.dimmed}>No known survivor</span> : <PlainText text={shown} />}
      {level === null ? null : ` · Level ${level}`}
      {tribe === null ? null : (
        <>
          {' · '}
          <TextLink
            to="/arkbot/servers/$serverId/tribes/$tribeId"
            params={{ serverId: server.id, tribeId: String(tribe.id) }}
          >
            <TribeName name={tribe.name} id={tribe.id} />
          </TextLink>
        </>
      )}
    </p>
  );
}

function History({ place: { playtimeMs, sessionCount, firstSeenAt, lastSeenAt } }: { place: PersonServer }) {
  const played = [
    ...(playtimeMs === null ? [] : [`${formatDuration(playtimeMs)} played`]),
    ...(sessionCount === null ? [] : [sessionCount === 1 ? '1 session' : `${formatCount(sessionCount)} sessions`]),
  ];
  return (
    <>
      {played.length === 0 ? null : <p className={classes.dimmed}>{played.join(' in ')}</p>}
      {firstSeenAt === null ? null : (
        <p className={classes.dimmed}>
          First seen <TimeAgo at={firstSeenAt} />
          {lastSeenAt === null ? null : (
            <>
              , last seen <TimeAgo at={lastSeenAt} />
            </>
          )}
        </p>
      )}
    </>
  );
}
