import { initialsOf } from '../../lib/text/initials.ts';
import classes from './face.module.css';

type Props = {
  /** Of the player or user: the same id always has the same colours. */
  id: string;
  name: string;
  /** `tiny`: inside of a line of text. */
  size?: 'tiny' | 'small' | 'large';
};

/** Initials in colours of their own: the same ones for a person on every page. Decorative: the name is beside it. */
export function Face({ id, name, size = 'large' }: Props) {
  const hash = hashOf(id);
  const colors = { '--hue': hash % 360, '--turn': 30 + ((hash >>> 9) % 60) } as React.CSSProperties;
  // Drawn by the style: whoever copies or searches text does not meet initials.
  return <span className={classes.face} data-size={size} data-initials={initialsOf(name)} style={colors} aria-hidden />;
}

function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
