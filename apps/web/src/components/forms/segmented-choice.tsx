import { useId } from 'react';
import classes from './segmented-choice.module.css';

type Props<Value extends string> = {
  label: string;
  /** The choices with their labels. */
  choices: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice between a few options, side by side. */
export function SegmentedChoice<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{label}</legend>
      {(Object.entries(choices) as [Value, string][]).map(([choice, text]) => (
        <label key={choice} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === value}
            className={classes.input}
            onChange={() => onChange(choice)}
          />
          <span className={classes.text}>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
