import { useId, useState } from 'react';
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
  // What was chosen is shown at once: `value` follows a little later, when it comes from a cache or the portal.
  const [shown, setShown] = useState({ choice: value, given: value });
  if (shown.given !== value) setShown({ choice: value, given: value });
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
            checked={choice === shown.choice}
            aria-describedby={`${id}-${choice}-effect`}
            onChange={() => {
              setShown({ choice, given: value });
              onChange(choice);
            }}
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
