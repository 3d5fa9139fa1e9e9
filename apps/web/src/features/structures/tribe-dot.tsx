import { PlainText } from '../../components/display/plain-text.tsx';
import classes from './tribe-dot.module.css';

/** A tribe by its colour on the map and its name. */
export function TribeDot({ color, name }: { color: string; name: string }) {
  return (
    <span className={classes.tribe}>
      <span className={classes.dot} style={{ background: color }} aria-hidden />
      <span className={classes.name}>{name === '' ? 'no name' : <PlainText text={name} />}</span>
    </span>
  );
}
