import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { RowButton } from '../buttons/row-button.tsx';
import classes from './filter-fold.module.css';

type Props = { label: string; icon?: LucideIcon; children: ReactNode };

/** Controls that stand open on wide screens, and behind one button on narrow ones. */
export function FilterFold({ label, icon: Icon, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.fold}>
      <div className={classes.opener}>
        <RowButton aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {Icon === undefined ? null : <Icon size={16} aria-hidden />}
          {label}
          <ChevronDown size={16} className={classes.chevron} aria-hidden />
        </RowButton>
      </div>
      <div id={id} className={classes.content} data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  );
}
