import { PlainText } from '../display/plain-text.tsx';
import { WatchedMark } from '../display/watched-mark.tsx';
import { Face } from '../people/face.tsx';
import classes from './player-link.module.css';
import { isPlainClick, useBareLink } from './use-bare-link.ts';

type Props = {
  playerId: string;
  name: string;
  /** In a row with a side panel: a plain click opens the panel instead of the page. */
  isPeek?: boolean;
  hasFace?: boolean;
};

/** A player's name, linked to their page. Admins see whether the player is watched. */
export function PlayerLink({ playerId, name, isPeek = false, hasFace = false }: Props) {
  const { href, onClick } = useBareLink(`/arkbot/players/${encodeURIComponent(playerId)}`);
  return (
    <a
      href={href}
      className={classes.link}
      onClick={(event) => {
        if (isPeek && isPlainClick(event)) return event.preventDefault();
        // In a list, a click on the row does something else.
        event.stopPropagation();
        return onClick(event);
      }}
    >
      {hasFace ? (
        <span className={classes.face}>
          <Face id={playerId} name={name} size="tiny" />
        </span>
      ) : null}
      <WatchedMark playerId={playerId} />
      <PlainText text={name === '' ? 'Unnamed' : name} />
    </a>
  );
}
