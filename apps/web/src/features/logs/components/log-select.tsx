import classes from './log-filters.module.css';

type Props = {
  label: string;
  /** What stands for no choice. */
  all: string;
  /** What can be chosen, with the words for it. */
  choices: [value: string, text: string][];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** One or all. A value of the address that nobody offers stays to be seen. */
export function LogSelect({ label, all, choices, value, onChange }: Props) {
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
