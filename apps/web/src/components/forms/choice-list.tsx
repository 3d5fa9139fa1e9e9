import { startTransition, useId, useOptimistic } from 'react';
import { CheckMark } from './check-mark.tsx';
import classes from './choice-list.module.css';

type Props<Value extends string> = {
  legend: string;
  choices: Readonly<Record<Value, { label: string; effect: string }>>;
  value: Value;
  /** Resolves when the change is made or refused; until then the new choice is shown. */
  onChange: (value: Value) => Promise<void>;
};

/** A choice between a few options, each with what it does. */
export function ChoiceList<Value extends string>({ legend, choices, value, onChange }: Props<Value>) {
  const id = useId();
  const [shown, show] = useOptimistic(value);
  const choose = (choice: Value) =>
    startTransition(async () => {
      show(choice);
      await onChange(choice);
    });
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{legend}</legend>
      {(Object.keys(choices) as Value[]).map((choice) => (
        <div key={choice} className={classes.choice}>
          <CheckMark
            type="radio"
            id={`${id}-${choice}`}
            name={id}
            checked={choice === shown}
            aria-describedby={`${id}-${choice}-effect`}
            onChange={() => choose(choice)}
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
