import { Button, Group, Textarea } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { maxReportLength } from './report-dialog.tsx';

type Props = {
  label: string;
  description?: string;
  submitLabel: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (text: string, onSuccess: () => void) => void;
  /** Beside the button. */
  children?: ReactNode;
};

/** A text about a report. If sending fails, it stays in the field. */
export function ReportTextForm({ label, description, submitLabel, isPending, error, onSubmit, children }: Props) {
  const [text, setText] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !isPending) onSubmit(text.trim(), () => setText(''));
  };
  return (
    <form onSubmit={submit}>
      <Textarea
        label={label}
        description={description}
        rows={3}
        maxLength={maxReportLength}
        value={text}
        readOnly={isPending}
        error={error === null ? undefined : <span role="alert">{errorMessage(error)}</span>}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="sm" mt="sm" justify="flex-end">
        {children}
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}
