import classes from './select-field.module.css';

type Props = {
  label: string;
  /** The text of the empty choice. */
  all: string;
  choices: [value: string, text: string][];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A choice among a few, or all of them. An unknown value from the URL stays visible. */
export function SelectField({ label, all, choices, value, onChange }: Props) {
  const isUnknown = value !== undefined && !choices.some(([choice]) => choice === value);
  const offered = isUnknown ? [...choices, [value, value] as const] : choices;
  return (
    <label className={classes.field}>
      {label}
      <select
        className={classes.select}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{all}</option>
        {offered.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
