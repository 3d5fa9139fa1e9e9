import { Lock, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import classes from './nav-entry.module.css';

type Props = { label: string; icon: LucideIcon; reason: string };

/** An entry that leads nowhere for this user: it can be reached with the keyboard, and says why it is locked. */
export function NavLockedEntry({ label, icon: Icon, reason }: Props) {
  const reasonId = useId();
  return (
    <>
      <span role="link" aria-disabled tabIndex={0} aria-describedby={reasonId} className={classes.entry}>
        <Icon size={16} aria-hidden />
        {label}
        <Lock size={14} aria-hidden className={classes.lock} />
      </span>
      <p id={reasonId} className={classes.reason}>
        {reason}
      </p>
    </>
  );
}
