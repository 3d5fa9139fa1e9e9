import { Popover, UnstyledButton } from '@mantine/core';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import classes from './popover-button.module.css';

type Props = {
  label: string;
  /** Accessible name of what opens. */
  name: string;
  /** A short summary; undefined if nothing is chosen. */
  chosen?: string | undefined;
  icon?: LucideIcon;
  children: (close: () => void) => ReactNode;
};

/** Choices that open below their button. They are rendered only while open. */
export function PopoverButton({ label, name, chosen, icon: Icon, children }: Props) {
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
          {Icon === undefined ? null : <Icon size={14} aria-hidden />}
          <span>{label}</span>
          {chosen === undefined ? null : <span className={classes.chosen}>{chosen}</span>}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={name}>
        {isOpen ? children(() => setIsOpen(false)) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
