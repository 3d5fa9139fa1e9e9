import { PlainText } from '../display/plain-text.tsx';
import classes from './player-link.module.css';
import { useBareLink } from './use-bare-link.ts';

type Props = { playerId: string; name: string };

/** A player's name, which leads to their page. */
export function PlayerLink({ playerId, name }: Props) {
  const { href, onClick } = useBareLink(`/arkbot/players/${encodeURIComponent(playerId)}`);
  return (
    <a
      href={href}
      className={classes.link}
      onClick={(event) => {
        // In a list, a click on the row does something else.
        event.stopPropagation();
        onClick(event);
      }}
    >
      <PlainText text={name === '' ? 'Unnamed' : name} />
    </a>
  );
}
