import { visibleText } from '../../lib/text/visible-text.ts';
import { SelectBox } from './select-box.tsx';
import classes from './select-field.module.css';

type Choice = readonly [value: string, text: string, group?: string];

type Props = {
  label: string;
  /** The text of the empty choice. */
  all: string;
  /** Those of a group stand together under its name. */
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A choice among a few, or all of them. An unknown value from the URL stays visible. */
export function SelectField({ label, all, choices, value, onChange }: Props) {
  const isUnknown = value !== undefined && !choices.some(([choice]) => choice === value);
  const offered = isUnknown ? [[value, visibleText(value)] as const, ...choices] : choices;
  return (
    <label className={classes.field}>
      {label}
      <SelectBox value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
        <option value="">{all}</option>
        {groupsOf(offered).map(([group, members]) =>
          group === undefined ? (
            members.map(toOption)
          ) : (
            <optgroup key={group} label={group}>
              {members.map(toOption)}
            </optgroup>
          ),
        )}
      </SelectBox>
    </label>
  );
}

function toOption([value, text]: Choice) {
  return (
    <option key={value} value={value}>
      {text}
    </option>
  );
}

function groupsOf(choices: readonly Choice[]): [group: string | undefined, members: Choice[]][] {
  const groups = new Map<string | undefined, Choice[]>();
  for (const choice of choices) groups.set(choice[2], [...(groups.get(choice[2]) ?? []), choice]);
  return [...groups];
}
