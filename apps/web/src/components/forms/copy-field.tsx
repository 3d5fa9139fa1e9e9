import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import classes from './copy-field.module.css';

type Props = {
  label: string;
  value: string;
};

/** A text with a copy button: an ID, a token, a command. */
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
        {copied
          ? `${label} copied.`
          : error === null
            ? ''
            : "Your browser doesn't allow copying here. Select the text instead."}
      </div>
    </div>
  );
}
