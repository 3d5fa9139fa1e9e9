import { useId, useState, type ReactNode } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import classes from './filter-menu.module.css';
import { StructureFilterPopover } from './filter-popover.tsx';

export type FilterChoice = { id: string; text: string; count: number; label: ReactNode; title?: string };

type Props = {
  label: string;
  /** Asked for when the menu is open. */
  choicesOf: () => readonly FilterChoice[];
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
};

/** More than this nobody reads; who looks for another one types. */
const maxShown = 60;
/** As many as the portal takes for an export. */
const maxChosen = 200;

/** Some of many, each with the number of structures it would show. */
export function StructureFilterMenu({ label, choicesOf, chosen, onChosen }: Props) {
  return (
    <StructureFilterPopover label={label} chosen={chosen.length === 0 ? undefined : chosen.length.toLocaleString()}>
      {() => <Choices label={label} choicesOf={choicesOf} chosen={chosen} onChosen={onChosen} />}
    </StructureFilterPopover>
  );
}

function Choices({ label, choicesOf, chosen, onChosen }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  // What is chosen already stands at the top, and stays in its place while the menu is open.
  const [first] = useState(() => new Set(chosen));
  const wanted = new Set(chosen);
  const found = matching(choicesOf(), text, wanted, first);
  const toggle = (choice: string) =>
    onChosen(wanted.has(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice]);
  return (
    <>
      <input
        type="search"
        className={classes.search}
        aria-label={`Find by ${label.toLowerCase()}`}
        placeholder="Find…"
        maxLength={100}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>{label}</legend>
        {found.slice(0, maxShown).map((choice, index) => (
          <label key={choice.id} className={classes.choice} htmlFor={`${id}-${index}`}>
            <input
              type="checkbox"
              id={`${id}-${index}`}
              checked={wanted.has(choice.id)}
              disabled={!wanted.has(choice.id) && chosen.length >= maxChosen}
              onChange={() => toggle(choice.id)}
            />
            <span className={classes.name} title={visibleText(choice.title ?? choice.text)}>
              {choice.label}
            </span>
            <span className={classes.count}>{choice.count.toLocaleString()}</span>
          </label>
        ))}
      </fieldset>
      <Rest found={found.length} />
    </>
  );
}

function Rest({ found }: { found: number }) {
  if (found === 0) return <p className={classes.rest}>Nothing found.</p>;
  if (found <= maxShown) return null;
  return <p className={classes.rest}>{(found - maxShown).toLocaleString()} more: type to find them.</p>;
}

function matching(
  choices: readonly FilterChoice[],
  text: string,
  chosen: ReadonlySet<string>,
  first: ReadonlySet<string>,
): FilterChoice[] {
  const part = text.trim().toLowerCase();
  const rank = ({ id }: FilterChoice) => (first.has(id) ? 0 : 1);
  return choices
    .filter(({ id, count, text: own }) => (count > 0 || chosen.has(id)) && own.toLowerCase().includes(part))
    .toSorted((one, other) => rank(one) - rank(other) || other.count - one.count);
}
