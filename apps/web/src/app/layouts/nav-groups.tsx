import type { NavGroup } from '../navigation.ts';
import { NavEntry } from './nav-entry.tsx';
import classes from './nav-groups.module.css';
import { NavLockedEntry } from './nav-locked-entry.tsx';

type Props = { groups: NavGroup[]; onNavigate?: () => void };

export function NavGroups({ groups, onNavigate }: Props) {
  return (
    <nav aria-label="Main" className={classes.nav}>
      {groups.map((group) => (
        <section key={group.title ?? ''} aria-label={group.title}>
          {group.title === undefined ? null : <p className={classes.title}>{group.title}</p>}
          <ul className={classes.list}>
            {group.items.map(({ label, icon: Icon, link, isDetour, isCurrent, lockedReason }) => (
              <li key={label}>
                {lockedReason === undefined ? (
                  <NavEntry
                    {...link}
                    isDetour={isDetour === true}
                    isCurrent={isCurrent === true}
                    activeOptions={{ exact: true, includeSearch: false }}
                    onClick={onNavigate}
                  >
                    <Icon size={16} aria-hidden />
                    {label}
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
