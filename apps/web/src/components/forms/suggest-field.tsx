import { TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { visibleText } from '../../lib/text/visible-text.ts';
import classes from './suggest-field.module.css';

/** What the field gets, and what the list shows for it. */
export type Suggestion = { value: string; text: string };

type Props = {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  /** For what is typed. */
  suggestions: readonly Suggestion[];
  maxLength: number;
  error?: ReactNode;
};

/** A text field that offers what it could be. The arrow keys choose, Enter takes one, and Escape closes the list. */
export function SuggestField({ label, description, value, onChange, suggestions, maxLength, error }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = isOpen ? suggestions.filter((one) => one.value !== value) : [];
  const chosen = offered[active];
  const change = (next: string, isTyped: boolean) => {
    onChange(next);
    setActive(-1);
    setIsOpen(isTyped);
  };
  const move = (step: number) => {
    setIsOpen(true);
    // The field itself is one of the positions.
    if (offered.length > 0) setActive(((active + step + 1 + offered.length + 1) % (offered.length + 1)) - 1);
  };
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: chosen === undefined ? undefined : () => change(chosen.value, false),
    Escape: offered.length === 0 ? undefined : () => setIsOpen(false),
  };
  const handleKey = (event: KeyboardEvent) => {
    const run = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        description={description}
        value={value}
        maxLength={maxLength}
        error={error}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        // Without this, a dialog closes on Escape.
        data-mantine-stop-propagation={offered.length > 0}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={offered.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
        onChange={(event) => change(event.currentTarget.value, true)}
        onKeyDown={handleKey}
        onBlur={() => setIsOpen(false)}
      />
      {offered.length === 0 ? null : (
        <div id={`${id}-list`} role="listbox" aria-label={`${label}: suggestions`} className={classes.list}>
          {offered.map((one, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
            <div
              key={one.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.option}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => change(one.value, false)}
            >
              {visibleText(one.text)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
