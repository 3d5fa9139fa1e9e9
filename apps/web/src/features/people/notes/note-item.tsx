import { Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import classes from './notes.module.css';
import type { Note } from './notes.queries.ts';

type Props = { note: Note; onEdit: () => void; onRemove: () => void };

/** A note with its author; "edited" opens the earlier texts. */
export function NoteItem({ note, onEdit, onRemove }: Props) {
  const { text, author, createdAt, edited, versions } = note;
  const [isOpen, setIsOpen] = useState(false);
  const historyId = useId();
  return (
    <>
      <NoteText text={text} />
      <div className={classes.about}>
        <span className={classes.by}>
          <PlainText text={author} /> · <TimeAgo at={createdAt} />
          {edited === null ? null : (
            <>
              {' · '}
              <button
                type="button"
                className={classes.edited}
                aria-expanded={isOpen}
                aria-controls={isOpen ? historyId : undefined}
                onClick={() => setIsOpen(!isOpen)}
              >
                edited
              </button>{' '}
              <TimeAgo at={edited.at} />
              {edited.by === author ? null : (
                <>
                  {' by '}
                  <PlainText text={edited.by} />
                </>
              )}
            </>
          )}
        </span>
        <IconButton icon={Pencil} label="Edit the note" onClick={onEdit} />
        <IconButton icon={Trash2} label="Remove the note" onClick={onRemove} />
      </div>
      {isOpen ? (
        <ol id={historyId} className={classes.versions} aria-label="Earlier texts, newest first">
          {versions.map((version) => (
            <li key={version.at} className={classes.version}>
              <NoteText text={version.text} />
              <span className={classes.by}>
                <PlainText text={version.author} /> · <TimeAgo at={version.at} />
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

function NoteText({ text }: { text: string }) {
  return <bdi className={classes.text}>{visibleLines(text)}</bdi>;
}
