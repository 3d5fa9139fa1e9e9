import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from '../../../components/display/card-facts.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { Face } from '../../../components/people/face.tsx';
import { TribeName } from '../../../components/people/tribe-name.tsx';
import { personQuery, type PersonServer } from '../people.queries.ts';

/** Who a player is, in three lines. */
export function PlayerCard({ id }: { id: string }) {
  const { data: person, isError } = useQuery(personQuery(id));
  if (isError) return <span className={classes.line}>Nothing is known of this player.</span>;
  if (person === undefined) return <Skeleton height={50} />;
  // The first is where they are online, or were last.
  const [place] = person.servers;
  return (
    <div className={classes.head}>
      <Face id={id} name={person.name} />
      <span>
        <span className={classes.name}>
          <PlainText text={person.name} />
        </span>
        {place === undefined ? null : <Place place={place} />}
      </span>
    </div>
  );
}

function Place({ place: { server, tribe, level, onlineSince, lastSeenAt } }: { place: PersonServer }) {
  return (
    <>
      {tribe === null && level === null ? null : (
        <span className={classes.line}>
          {tribe === null ? null : <TribeName name={tribe.name} id={tribe.id} />}
          {tribe === null || level === null ? '' : ' · '}
          {level === null ? null : `Level ${level}`}
        </span>
      )}
      <span className={classes.line}>
        {onlineSince === null ? (
          <LastSeen at={lastSeenAt} />
        ) : (
          <>
            <StatusDot tone="good" word="online" /> on <PlainText text={server.name} />
          </>
        )}
      </span>
    </>
  );
}

function LastSeen({ at }: { at: string | null }) {
  if (at === null) return <StatusDot tone="quiet" word="offline" />;
  return (
    <>
      Last seen <TimeAgo at={at} />
    </>
  );
}
