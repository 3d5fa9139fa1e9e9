import classes from './obelisks.module.css';

/** The logo: three obelisks on a base. Inline, so that it shows without a network too; `public/favicon.svg` is the same. */
export function Obelisks({ size }: { size: number }) {
  return (
    <svg className={classes.logo} viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <path d="M16 2l4 8v17h-8V10z" />
      <path d="M6.5 11L9 15v12H4V15zM25.5 11l2.5 4v12h-5V15z" opacity=".55" />
      <path className={classes.shade} d="M16 2l4 8v17h-4zM6.5 11L9 15v12H6.5zM25.5 11l2.5 4v12h-2.5z" />
      <rect x="2" y="28" width="28" height="2" rx="1" />
    </svg>
  );
}
