import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { DateTimeInput } from '../../../components/forms/date-time-input.tsx';
import { fromLocalField, toLocalField } from '../../../lib/text/local-field.ts';
import type { LogFilter } from '../log-filter.ts';
import { useFindWindow } from '../logs.mutations.ts';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

export function LogJump({ filter, onFilter }: Props) {
  const [text, setText] = useState(() => toLocalField(filter.at));
  const [isEmpty, setIsEmpty] = useState(false);
  const { mutate, isPending } = useFindWindow(filter);
  const jump = () => {
    const at = fromLocalField(text);
    setIsEmpty(at === undefined);
    if (at !== undefined) mutate(at, { onSuccess: (window) => onFilter({ ...filter, range: 'own', ...window, at }) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        jump();
      }}
    >
      <Group gap="sm" align="start">
        <DateTimeInput
          aria-label="Jump to this time"
          value={text}
          error={isEmpty ? 'Choose a date and time.' : undefined}
          onChange={setText}
        />
        <Button type="submit" variant="default" flex="none" loading={isPending}>
          Jump to time
        </Button>
      </Group>
    </form>
  );
}
