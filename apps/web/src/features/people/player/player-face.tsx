import { initialsOf } from '../../../lib/text/initials.ts';
import classes from './player-face.module.css';

type Props = {
  playerId: string;
  name: string;
  /** In rows of a list. */
  isSmall?: boolean;
};

/** Initials in a colour of their own: the same one for a player on every page. */
export function PlayerFace({ playerId, name, isSmall = false }: Props) {
  return (
    <span
      className={classes.face}
      data-small={isSmall || undefined}
      style={{ '--hue': hueOf(playerId) } as React.CSSProperties}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}

function hueOf(playerId: string): number {
  let hash = 0;
  for (const character of playerId) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % 360;
}
