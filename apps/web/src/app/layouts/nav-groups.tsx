import type { NavGroup } from '../navigation.ts';
import { NavEntry } from './nav-entry.tsx';
import classes from './nav-groups.module.css';

type Props = { groups: NavGroup[]; onNavigate?: () => void };

export function NavGroups({ groups, onNavigate }: Props) {
  return (
    <nav aria-label="Main" className={classes.nav}>
      {groups.map((group) => (
        <section key={group.title ?? ''} aria-label={group.title}>
          {group.title === undefined ? null : <p className={classes.title}>{group.title}</p>}
          <ul className={classes.list}>
            {group.items.map(({ label, icon: Icon, link, isDetour, isCurrent }) => (
              <li key={label}>
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
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
