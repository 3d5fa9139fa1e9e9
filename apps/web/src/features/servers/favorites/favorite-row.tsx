import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import { ServerTrend } from '../../../components/display/server-trend.tsx';
import classes from './favorite-row.module.css';
import type { FavoriteServer } from './favorites.queries.ts';

type Props = {
  /** Undefined while loading, null where the server is gone. */
  server: FavoriteServer | null | undefined;
};

/** A favorite server with its state and players. */
export function FavoriteRow({ server }: Props) {
  return (
    <li className={classes.row}>
      {server === null ? <span className={classes.dimmed}>This server no longer exists.</span> : null}
      {server ? <ServerCells server={server} /> : null}
    </li>
  );
}

function ServerCells({ server: { id, name, state, playerCount } }: { server: FavoriteServer }) {
  return (
    <>
      <span className={classes.name}>
        <TextLink to="/arkbot/servers/$serverId" params={{ serverId: id }} size="sm">
          <PlainText text={name} />
        </TextLink>
      </span>
      <span className={classes.trend}>
        <ServerTrend serverId={id} />
      </span>
      <ServerStateDot state={state} />
      <span className={classes.players}>
        {playerCount === null ? (
          <span className={classes.dimmed}>not known</span>
        ) : (
          `${playerCount} ${playerCount === 1 ? 'player' : 'players'}`
        )}
      </span>
    </>
  );
}
