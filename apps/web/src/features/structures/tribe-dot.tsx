import { PlainText } from '../../components/display/plain-text.tsx';
import classes from './tribe-dot.module.css';

/** A tribe's name with its colour on the map. */
export function TribeDot({ color, name }: { color: string; name: string }) {
  return (
    <span className={classes.tribe}>
      <span className={classes.dot} style={{ background: color }} aria-hidden />
      <span className={classes.name}>{name === '' ? 'Unnamed' : <PlainText text={name} />}</span>
    </span>
  );
}
