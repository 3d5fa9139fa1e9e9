import { Button, Group, Popover, TextInput } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  fromLocalField,
  isUnreadableTime,
  normalizeLocalField,
  toLocalField,
  unreadableTime,
} from '../../lib/text/local-field.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { Calendar } from './calendar.tsx';
import classes from './date-time-input.module.css';

type Props = {
  label?: string;
  'aria-label'?: string;
  description?: string;
  /** As the reader typed it: see `fromLocalField`. */
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  /** The field or its calendar is left. */
  onLeave?: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** A date and time in local time: typed, or chosen in a calendar. */
export function DateTimeInput({ value, error, onChange, onLeave, ...inputProps }: Props) {
  const [isLeft, setIsLeft] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const name = inputProps.label ?? inputProps['aria-label'] ?? '';
  const problem = isLeft && isUnreadableTime(value) ? unreadableTime : undefined;
  const leave = () => {
    const text = normalizeLocalField(value);
    if (text !== value) onChange(text);
    setIsLeft(true);
    onLeave?.(text);
  };
  const open = (isNow: boolean) => {
    setIsOpen(isNow);
    if (!isNow) leave();
  };
  return (
    <TextInput
      {...inputProps}
      value={value}
      error={error ?? problem}
      placeholder="YYYY-MM-DD HH:MM"
      maxLength={40}
      data-date-time
      autoComplete="off"
      spellCheck={false}
      classNames={{ label: classes.label ?? '', input: classes.input ?? '' }}
      rightSectionWidth={40}
      rightSection={
        <Popover
          opened={isOpen}
          onChange={open}
          width={300}
          position="bottom-end"
          trapFocus
          returnFocus
          hideDetached={false}
          zIndex={10_200}
          radius="md"
          shadow="md"
          transitionProps={{ duration: 120 }}
        >
          <Popover.Target>
            <IconButton
              icon={CalendarDays}
              label={`Calendar: ${name}`}
              aria-expanded={isOpen}
              onClick={() => open(!isOpen)}
            />
          </Popover.Target>
          <Popover.Dropdown className={classes.dropdown ?? ''}>
            {isOpen ? <Choice value={value} onChange={onChange} onDone={() => open(false)} /> : null}
          </Popover.Dropdown>
        </Popover>
      }
      onChange={(event) => {
        setIsLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={leave}
    />
  );
}

type ChoiceProps = { value: string; onChange: (value: string) => void; onDone: () => void };

function Choice({ value, onChange, onDone }: ChoiceProps) {
  const chosen = fromLocalField(value);
  const [day = '', time = '00:00'] = toLocalField(chosen).split(' ').filter(Boolean);
  const [typed, setTyped] = useState(time);
  const setTime = (text: string) => {
    setTyped(text);
    const at = fromLocalField(`${day || 'today'} ${text}`);
    if (/\d:\d\d/.test(text) && at !== undefined) onChange(toLocalField(at));
  };
  return (
    <>
      <Calendar
        chosen={chosen === undefined ? undefined : new Date(chosen)}
        onDay={(at) => onChange(`${toLocalField(at.toISOString()).slice(0, 10)} ${time}`)}
      />
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          label="Time"
          value={typed}
          size="sm"
          maxLength={8}
          autoComplete="off"
          data-mantine-stop-propagation
          classNames={{ label: classes.label ?? '', input: classes.input ?? '' }}
          onChange={(event) => setTime(event.currentTarget.value)}
          onBlur={() => setTyped(time)}
        />
        <Button
          variant="default"
          flex="none"
          data-mantine-stop-propagation
          onClick={() => {
            const now = toLocalField(new Date().toISOString()).slice(0, 16);
            onChange(now);
            setTyped(now.slice(11));
          }}
        >
          Now
        </Button>
        <Button flex="none" data-mantine-stop-propagation onClick={onDone}>
          Done
        </Button>
      </Group>
    </>
  );
}
