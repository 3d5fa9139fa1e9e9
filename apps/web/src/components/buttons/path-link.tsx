import { splitPath } from '../../lib/text/split-path.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { PlainText } from '../display/plain-text.tsx';
import classes from './path-link.module.css';
import { useBareLink } from './use-bare-link.ts';

type Props = {
  /** A page of this site. */
  href: string;
  /** The text: a name with the folders before it. */
  path: string;
};

/** A link in a row, for names with folders. */
export function PathLink({ href, path }: Props) {
  const link = useBareLink(href);
  const { folders, base } = splitPath(path);
  // Labelled as a whole: screen readers would pause between the two parts.
  const label = visibleText(path);
  return (
    <a {...link} className={classes.link} title={label} aria-label={label}>
      {folders === '' ? null : (
        <span className={classes.folders}>
          <PlainText text={folders} />
        </span>
      )}
      <span className={classes.base}>
        <PlainText text={base} />
      </span>
    </a>
  );
}
