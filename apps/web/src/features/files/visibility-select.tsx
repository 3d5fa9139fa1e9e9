import type { Visibility } from '@tribehall/contract';
import { SelectBox } from '../../components/forms/select-box.tsx';
import { visibilityNames } from '../../lib/text/visibility-names.ts';

type Props = {
  label: string;
  /** Undefined for several files. */
  value: Visibility | undefined;
  /** Only the uploader can make a file private: anyone else would lock themselves out. */
  isOwn: boolean;
  onChange: (visibility: Visibility) => void;
};

/** Who can open a file. */
export function VisibilitySelect({ label, value, isOwn, onChange }: Props) {
  return (
    <SelectBox
      isSmall
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
    </SelectBox>
  );
}
