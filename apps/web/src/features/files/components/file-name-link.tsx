import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { paths } from '../../../app/paths.ts';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { filePath } from '../file-link.ts';
import { splitName } from '../file-names.ts';
import type { ListedFile } from '../files.queries.ts';
import classes from './file-name-link.module.css';

/** A plain link, since the router's own are too much for rows that scroll by. */
export function FileNameLink({ file: { fileId, fileName } }: { file: Pick<ListedFile, 'fileId' | 'fileName'> }) {
  const navigate = useNavigate();
  const { folders, base } = splitName(fileName);
  // Said in one piece: its parts alone would be read with a gap between them.
  const name = visibleText(fileName);
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate({ to: paths.file, params: { fileId } });
  };
  return (
    <a className={classes.link} href={filePath(fileId)} title={name} aria-label={name} onClick={open}>
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

/** With a key or another button a new tab is meant, which is the browser's part. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
