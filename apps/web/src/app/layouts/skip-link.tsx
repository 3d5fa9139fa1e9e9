import classes from './skip-link.module.css';

export function SkipLink() {
  return (
    <a href="#main" className={classes.link}>
      Skip to content
    </a>
  );
}
