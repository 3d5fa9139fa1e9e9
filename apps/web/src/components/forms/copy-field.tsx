import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import classes from './copy-field.module.css';

type Props = {
  label: string;
  /** What goes to the clipboard. */
  value: string;
};

/** A text to take along: an id, a token, a command. */
export function CopyField({ label, value }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.field}>
        <code className={classes.value}>{value}</code>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Copy ${label.toLowerCase()}`}
          leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          onClick={() => copy(value)}
        >
          Copy
        </Button>
      </div>
      <div role="status" className={classes.status}>
        {copied ? `${label} copied.` : error === null ? '' : 'Copying is not allowed here. Select the text instead.'}
      </div>
    </div>
  );
}
