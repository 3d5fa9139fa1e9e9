import { Button } from '@mantine/core';
import { visibleLines, visibleText } from '../../../lib/text/visible-text.ts';
import type { ConsoleEntry } from '../use-console.ts';
import classes from './console.module.css';

type Props = { entry: ConsoleEntry; onCancel: () => void };

export function ConsoleEntryView({ entry, onCancel }: Props) {
  return (
    <div className={classes.entry}>
      <div className={classes.command}>
        <span aria-hidden>&gt; </span>
        {visibleText(entry.command)}
      </div>
      <Outcome entry={entry} onCancel={onCancel} />
    </div>
  );
}

function Outcome({ entry, onCancel }: Props) {
  if (entry.state === 'waiting')
    return (
      <div className={classes.note}>
        Waiting for the commands before it{' '}
        <Button variant="default" size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  if (entry.state === 'running') return <div className={classes.note}>Running…</div>;
  if (entry.state === 'failed')
    return (
      <div className={classes.failure} role="alert">
        {entry.message}
      </div>
    );
  if (entry.state !== 'done') return <div className={classes.note}>Not sent.</div>;
  const text = entry.output.replaceAll('\r\n', '\n').trimEnd();
  return (
    <>
      {text === '' ? (
        <div className={classes.note}>The game returned nothing.</div>
      ) : (
        <pre className={classes.output}>{visibleLines(text)}</pre>
      )}
      {entry.isTruncated ? <div className={classes.note}>The rest of the output is too long to show.</div> : null}
    </>
  );
}
