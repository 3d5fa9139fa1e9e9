import { initialsOf } from '../../../lib/text/initials.ts';
import classes from './player-face.module.css';

type Props = { playerId: string; name: string };

/** Initials in a colour of their own: the same one for a player on every page. */
export function PlayerFace({ playerId, name }: Props) {
  return (
    <span className={classes.face} style={{ '--hue': hueOf(playerId) } as React.CSSProperties} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

function hueOf(playerId: string): number {
  let hash = 0;
  for (const character of playerId) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % 360;
}
