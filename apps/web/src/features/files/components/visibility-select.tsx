import type { Visibility } from '@tribehall/contract';
import { visibilityNames } from '../visibility-names.ts';
import classes from './visibility-select.module.css';

type Props = {
  label: string;
  /** Nothing where several files differ. */
  value: Visibility | undefined;
  /** Only the uploader can make a file private: anyone else would lock himself out. */
  isOwn: boolean;
  onChange: (visibility: Visibility) => void;
};

/** A plain select, of which there may be many. */
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
