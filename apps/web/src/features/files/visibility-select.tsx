import type { Visibility } from '@tribehall/contract';
import { visibilityNames } from '../../lib/text/visibility-names.ts';
import classes from './visibility-select.module.css';

type Props = {
  label: string;
  /** Undefined for several files. */
  value: Visibility | undefined;
  /** Only the uploader can make a file private: anyone else would lock themselves out. */
  isOwn: boolean;
  onChange: (visibility: Visibility) => void;
};

/** A native select, because there may be many. */
export function VisibilitySelect({ label, value, isOwn, onChange }: Props) {
  return (
    <select
      className={classes.select}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value as Visibility)}
    >
      {value === undefined ? (
        <option value="" disabled>
          Change visibility
        </option>
      ) : null}
      {(Object.entries(visibilityNames) as [Visibility, string][]).map(([visibility, name]) => (
        <option
          key={visibility}
          value={visibility}
          disabled={visibility === 'private' && !isOwn && value !== 'private'}
        >
          {name}
        </option>
      ))}
    </select>
  );
}
