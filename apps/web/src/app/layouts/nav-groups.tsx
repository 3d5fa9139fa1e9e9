import { createLink } from '@tanstack/react-router';
import { useId, type ComponentPropsWithRef } from 'react';
import { Lock, type LucideIcon } from 'lucide-react';
import { PlainText } from '../../components/display/plain-text.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import type { NavGroup } from '../navigation.ts';
import classes from './nav-groups.module.css';

/** A navigation link that marks the current page. */
const NavEntry = createLink(NavAnchor);

type Props = { groups: NavGroup[]; onNavigate?: () => void };

export function NavGroups({ groups, onNavigate }: Props) {
  return (
    <nav aria-label="Main" className={classes.nav}>
      {groups.map((group) => (
        <section key={group.title ?? ''} aria-label={group.title}>
          {group.title === undefined ? null : <NavTitle title={group.title} subject={group.subject} />}
          <ul className={classes.list}>
            {group.items.map(({ label, icon: Icon, link, isDetour, isCurrent, lockedReason, count }) => (
              <li key={label}>
                {lockedReason === undefined ? (
                  <NavEntry
                    {...link}
                    isDetour={isDetour === true}
                    isCurrent={isCurrent === true}
                    activeOptions={{ exact: true, includeSearch: false }}
                    onClick={onNavigate}
                    title={count?.text}
                  >
                    <Icon size={16} aria-hidden />
                    {label}
                    {count === undefined ? null : (
                      <span className={classes.count} aria-hidden>
                        {count.value}
                      </span>
                    )}
                  </NavEntry>
                ) : (
                  <NavLockedEntry label={label} icon={Icon} reason={lockedReason} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Names the server or cluster that the entries below it lead to. */
function NavTitle({ title, subject }: { title: string; subject: string | undefined }) {
  return (
    <p className={classes.title}>
      {title}
      {subject === undefined ? null : (
        <span className={classes.subject} title={visibleText(subject)}>
          <PlainText text={subject} />
        </span>
      )}
    </p>
  );
}

type NavEntryProps = ComponentPropsWithRef<'a'> & { isDetour: boolean; isCurrent: boolean };

function NavAnchor({ isDetour, isCurrent, 'aria-current': active, children, ...anchorProps }: NavEntryProps) {
  const current = isCurrent ? 'page' : active;
  return (
    <a {...anchorProps} className={classes.entry} aria-current={isDetour ? undefined : current}>
      {children}
    </a>
  );
}

type NavLockedEntryProps = { label: string; icon: LucideIcon; reason: string };

/** An entry this user cannot open: focusable by keyboard, with the reason why it is locked. */
function NavLockedEntry({ label, icon: Icon, reason }: NavLockedEntryProps) {
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
