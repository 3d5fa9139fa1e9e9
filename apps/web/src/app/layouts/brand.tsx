import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import classes from './brand.module.css';

export function Brand() {
  return (
    <Link to={paths.home} className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span className={classes.name}>Tribehall</span>
    </Link>
  );
}
