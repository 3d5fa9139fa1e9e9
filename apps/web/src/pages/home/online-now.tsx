import { useQuery } from '@tanstack/react-query';
import { PlayerLink } from '../../components/buttons/player-link.tsx';
import { TextLink } from '../../components/buttons/text-link.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import { TribeName } from '../../components/people/tribe-name.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import type { Character } from '../../features/home/home.queries.ts';
import { useOnlineLive } from '../../features/people/people.live.ts';
import { onlineQuery, type OnlinePerson } from '../../features/people/people.queries.ts';
import { Face } from '../../components/people/face.tsx';
import type { User } from '../../features/users/users.queries.ts';
import { formatDateTime, formatDuration } from '../../lib/text/format.ts';
import { useNow } from '../../lib/text/relative-time.ts';
import { closestFirst } from './closest-first.ts';
import { HomePanel } from './home-panel.tsx';
import classes from './home-rows.module.css';
import { RowSkeletons } from './row-skeletons.tsx';
import { formatCount } from '../../lib/text/format-count.ts';
import { titleOnHover } from '../../lib/browser/title-on-hover.ts';

const most = 10;

type Props = { me: User; characters: readonly Character[] };

/** Who is online on all servers: the user's own tribe first, then the servers that matter to them. */
export function OnlineNow({ me, characters }: Props) {
  const query = useQuery(onlineQuery);
  useOnlineLive();
  return (
    <HomePanel
      title="Online now"
      aside={
        <TextLink to="/arkbot/players" size="sm">
          All players
        </TextLink>
      }
    >
      <QueryRegion query={query} skeleton={<RowSkeletons count={most} />}>
        {(people) =>
          people.length === 0 ? (
            <NoOne />
          ) : (
            <>
              <ul className={`${classes.rows} ${classes.people}`}>
                {closestFirst(people, { characters, favoriteIds: me.ark.favoriteServers })
                  .slice(0, most)
                  .map((person) => (
                    <PersonRow
                      key={`${person.server.id}/${person.id}`}
                      person={person}
                      isYou={me.ark.linkedPlayers.some(({ playerId }) => playerId === person.id)}
                    />
                  ))}
              </ul>
              {people.length <= most ? null : (
                <span className={classes.more}>
                  <TextLink to="/arkbot/players" size="sm">
                    See all {formatCount(people.length)}
                  </TextLink>
                </span>
              )}
            </>
          )
        }
      </QueryRegion>
    </HomePanel>
  );
}

function NoOne() {
  return (
    <div className={classes.empty}>
      <p>No one is online right now. As soon as someone joins a server, they appear here.</p>
      <TextLink to="/arkbot/players" size="sm">
        See who was here before
      </TextLink>
    </div>
  );
}

function PersonRow({ person, isYou }: { person: OnlinePerson; isYou: boolean }) {
  const { id, name, survivor, tribe, server, joinedAt } = person;
  return (
    <li className={`${classes.row} ${classes.person}`}>
      <Face id={id} name={name} size="small" />
      <span>
        <span className={classes.name}>
          <PlayerLink playerId={id} name={name} />
          {isYou ? <span className={classes.tag}>you</span> : null}
        </span>
        {survivor === null ? null : (
          <span className={classes.line}>
            <PlainText text={survivor} />
          </span>
        )}
      </span>
      <span>
        {tribe === null ? null : (
          <span className={classes.tribe}>
            <TribeName name={tribe} />
          </span>
        )}
        <span className={classes.line}>
          <PlainText text={server.name} />
        </span>
      </span>
      <OnlineTime joinedAt={joinedAt} />
    </li>
  );
}

function OnlineTime({ joinedAt }: { joinedAt: string }) {
  const duration = formatDuration(useNow() - Date.parse(joinedAt));
  return (
    <time className={classes.time} dateTime={joinedAt} {...titleOnHover(() => `Since ${formatDateTime(joinedAt)}`)}>
      {duration.replace('less than a minute', 'just joined')}
    </time>
  );
}
