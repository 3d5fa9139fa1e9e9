import { TonedIcon } from '../../../components/display/toned-icon.tsx';
import { groupTones, journalGroupNames, journalGroups, type JournalGroup } from './journal-groups.ts';
import classes from './timeline.module.css';

type Props = {
  groups: readonly JournalGroup[];
  onGroups: (groups: JournalGroup[]) => void;
  /** Those that can occur. */
  offered?: readonly JournalGroup[];
};

/** Which kinds of entries are shown; with none chosen, all are. */
export function JournalGroupFilter({ groups, onGroups, offered = journalGroupNames }: Props) {
  const chosen = new Set(groups);
  const toggle = (name: JournalGroup) =>
    onGroups(journalGroupNames.filter((other) => (other === name ? !chosen.has(other) : chosen.has(other))));
  return (
    <div className={classes.groups} role="group" aria-label="Show only">
      {offered.map((name) => {
        const { label, icon } = journalGroups[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.group}
            aria-pressed={chosen.has(name)}
            onClick={() => toggle(name)}
          >
            <TonedIcon icon={icon} tone={groupTones[name]} size={14} />
            {label}
          </button>
        );
      })}
    </div>
  );
}
