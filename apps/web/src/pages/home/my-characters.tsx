import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { PlayerLink } from '../../components/buttons/player-link.tsx';
import { TextLink } from '../../components/buttons/text-link.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import { StatusDot } from '../../components/display/status-dot.tsx';
import { TimeAgo } from '../../components/display/time-ago.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import type { Character, Home } from '../../features/home/home.queries.ts';
import { onlineQuery } from '../../features/people/people.queries.ts';
import { Face } from '../../components/people/face.tsx';
import { HomePanel } from './home-panel.tsx';
import classes from './home-rows.module.css';
import { RowSkeletons } from './row-skeletons.tsx';

/** The user's linked characters. Who of them is online is live. */
export function MyCharacters({ query }: { query: UseQueryResult<Home> }) {
  const { data: people } = useQuery(onlineQuery);
  const isOnline = ({ server, playerId, onlineSince }: Character) =>
    people === undefined
      ? onlineSince !== null
      : people.some((person) => person.id === playerId && person.server.id === server.id);
  return (
    <HomePanel title="Your characters">
      <QueryRegion query={query} skeleton={<RowSkeletons count={1} />}>
        {({ characters }) =>
          characters.length === 0 ? (
            <NoCharacters />
          ) : (
            <ul className={classes.rows}>
              {characters.map((character) => (
                <CharacterRow key={character.server.id} character={character} isOnline={isOnline(character)} />
              ))}
            </ul>
          )
        }
      </QueryRegion>
    </HomePanel>
  );
}

function NoCharacters() {
  return (
    <div className={classes.empty}>
      <p>
        Link your character on the page of a server you play on. Then you can chat and send mail to the game from here.
      </p>
      <LinkButton to="/arkbot/servers" search={{ list: 'all' }} variant="default">
        Choose a server
      </LinkButton>
    </div>
  );
}

function CharacterRow({ character, isOnline }: { character: Character; isOnline: boolean }) {
  const { server, playerId, name, survivor, lastSeenAt } = character;
  // A player the portal has never seen has no name.
  const shown = survivor ?? name ?? playerId;
  return (
    <li className={`${classes.row} ${classes.character}`}>
      <Face id={playerId} name={shown} size="small" />
      <span>
        <span className={classes.name}>
          <PlayerLink playerId={playerId} name={shown} />
          {character.isAdmin ? <span className={classes.tag}>admin</span> : null}
        </span>
        <Details character={character} />
        <span className={classes.line}>
          <TextLink to="/arkbot/servers/$serverId" params={{ serverId: server.id }} size="xs" c="dimmed">
            <PlainText text={server.name} />
          </TextLink>
          {isOnline || lastSeenAt === null ? null : (
            <>
              {' · last seen '}
              <TimeAgo at={lastSeenAt} />
            </>
          )}
        </span>
      </span>
      <span className={classes.state}>
        <StatusDot {...(isOnline ? { tone: 'good', word: 'online' } : { tone: 'quiet', word: 'offline' })} />
      </span>
    </li>
  );
}

/** Level and tribe as the last world save has them. */
function Details({ character: { survivor, name, level, tribe } }: { character: Character }) {
  const parts = [
    ...(survivor !== null && name !== null ? [name] : []),
    ...(level === null ? [] : [`Level ${level}`]),
    ...(tribe === null ? [] : [tribe.name]),
  ];
  return parts.length === 0 ? null : (
    <span className={classes.line}>
      <PlainText text={parts.join(' · ')} />
    </span>
  );
}
