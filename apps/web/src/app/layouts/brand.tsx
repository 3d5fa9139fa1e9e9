import { Link } from '@tanstack/react-router';
import classes from './brand.module.css';

/** The logo is inline, so that it shows without a network too. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden>
        <rect width="32" height="32" rx="7" fill="#12161e" />
        <path d="M16 5 4.5 12.5h23zM5 26h22v2H5z" fill="#34cba4" />
        <path d="M7 14.5h4V25H7zm7 0h4V25h-4zm7 0h4V25h-4z" fill="#e6e9ef" />
      </svg>
      <span className={classes.name}>Tribehall</span>
    </Link>
  );
}
