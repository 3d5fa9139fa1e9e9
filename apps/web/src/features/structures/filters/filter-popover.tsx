import { Popover, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import classes from './filter-popover.module.css';

type Props = {
  label: string;
  /** A short summary; undefined if nothing is filtered. */
  chosen: string | undefined;
  children: () => ReactNode;
};

/** A filter that opens below its button. Its content is rendered only while open. */
export function FilterPopover({ label, chosen, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      hideDetached={false}
      zIndex={10_200}
      radius="md"
      shadow="md"
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.button ?? ''}
          data-chosen={chosen !== undefined}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{label}</span>
          {chosen === undefined ? null : <span className={classes.chosen}>{chosen}</span>}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={`Filter by ${label.toLowerCase()}`}>
        {isOpen ? children() : null}
      </Popover.Dropdown>
    </Popover>
  );
}
