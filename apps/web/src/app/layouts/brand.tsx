import { Link } from '@tanstack/react-router';
import { Obelisks } from '../../components/art/obelisks.tsx';
import classes from './brand.module.css';

export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <Obelisks size={28} />
      <span className={classes.name}>Tribehall</span>
    </Link>
  );
}
