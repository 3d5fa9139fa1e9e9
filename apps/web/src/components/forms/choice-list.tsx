import { useId } from 'react';
import classes from './choice-list.module.css';

type Props<Value extends string> = {
  legend: string;
  choices: Readonly<Record<Value, { label: string; effect: string }>>;
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice between a few options, each with what it does. */
export function ChoiceList<Value extends string>({ legend, choices, value, onChange }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{legend}</legend>
      {(Object.keys(choices) as Value[]).map((choice) => (
        <div key={choice} className={classes.choice}>
          <input
            type="radio"
            id={`${id}-${choice}`}
            name={id}
            className={classes.input}
            checked={choice === value}
            aria-describedby={`${id}-${choice}-effect`}
            onChange={() => onChange(choice)}
          />
          <div>
            <label htmlFor={`${id}-${choice}`}>{choices[choice].label}</label>
            <div id={`${id}-${choice}-effect`} className={classes.effect}>
              {choices[choice].effect}
            </div>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
