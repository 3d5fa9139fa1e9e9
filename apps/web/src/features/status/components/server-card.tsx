import type { Game } from '@tribehall/contract';
import { joinLink } from '@tribehall/contract/shared/join-address';
import { Gamepad2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ContourArt } from '../../../components/art/contour-art.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import { Sparkline } from '../../../components/display/sparkline.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { PublicServer } from '../status.queries.ts';
import classes from './server-card.module.css';

const shortGameNames = { asa: 'Ascended', ase: 'Evolved' } as const satisfies Record<Game, string>;

/** A scale for quiet servers too: one player does not fill the height. */
const sparklineTop = 4;

type Props = { server: PublicServer; actions?: ReactNode };

export function ServerCard({ server, actions }: Props) {
  const { name, game, map, state, history, joinAddress } = server;
  const isPlayable = state === 'up' || state === 'degraded';
  return (
    <article className={classes.card} aria-label={visibleText(name)}>
      <div className={classes.art}>
        <ContourArt seed={name} size="card" isMuted={!isPlayable} />
      </div>
      <div className={classes.body}>
        <div className={classes.row}>
          <h3 className={classes.name}>
            <PlainText text={name} />
          </h3>
          <Players server={server} />
        </div>
        <div className={classes.about}>
          <ServerStateDot state={state} />
          <span className={classes.dimmed}>
            {map === null ? null : (
              <>
                <PlainText text={map} /> ·{' '}
              </>
            )}
            {shortGameNames[game]}
          </span>
        </div>
        <div className={classes.row}>
          <div className={classes.history}>
            <Sparkline values={history} top={sparklineTop} />
          </div>
          {actions}
          {joinAddress === null ? null : <JoinLink name={name} address={joinAddress} />}
        </div>
      </div>
    </article>
  );
}

function Players({ server: { playerCount, maxPlayers } }: { server: PublicServer }) {
  if (playerCount === null) return <span className={classes.dimmed}>players not known</span>;
  const players = playerCount === 1 ? 'player' : 'players';
  const label = maxPlayers === null ? `${playerCount} ${players}` : `${playerCount} of ${maxPlayers} players`;
  return (
    <span className={classes.players} role="img" aria-label={label} title={label}>
      <b>{playerCount}</b>
      {maxPlayers === null ? ` ${players}` : `/${maxPlayers}`}
    </span>
  );
}

/** Opens the game through Steam. An address that is not `host:port` is never made a link. */
function JoinLink({ name, address }: { name: string; address: string }) {
  const href = joinLink(address);
  if (href === undefined) return null;
  return (
    <a href={href} className={classes.join} aria-label={`Join ${visibleText(name)}`} title={address}>
      <Gamepad2 size={14} aria-hidden />
      Join
    </a>
  );
}
