import { useId, useState, type ReactNode } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import classes from './filter-menu.module.css';
import { CheckMark } from '../../../components/forms/check-mark.tsx';
import { PlainInput } from '../../../components/forms/plain-input.tsx';
import { PopoverButton } from '../../../components/forms/popover-button.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

export type FilterChoice = { id: string; text: string; count: number; label: ReactNode; title?: string };

type Props = {
  label: string;
  /** Called when the menu is open. */
  choicesOf: () => readonly FilterChoice[];
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
};

/** Nobody reads more; the rest is found by typing. */
const maxShown = 60;
/** The portal's limit for an export. */
const maxChosen = 200;

/** A multi-select with a search; each choice shows how many structures it would give. */
export function FilterMenu({ label, choicesOf, chosen, onChosen }: Props) {
  return (
    <PopoverButton
      label={label}
      name={`Filter by ${label.toLowerCase()}`}
      chosen={chosen.length === 0 ? undefined : formatCount(chosen.length)}
    >
      {() => <Choices label={label} choicesOf={choicesOf} chosen={chosen} onChosen={onChosen} />}
    </PopoverButton>
  );
}

function Choices({ label, choicesOf, chosen, onChosen }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  // Choices made before opening come first and keep their position while the menu is open.
  const [pinned] = useState(() => new Set(chosen));
  const selected = new Set(chosen);
  const matches = matching(choicesOf(), text, selected, pinned);
  const toggle = (choice: string) =>
    onChosen(selected.has(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice]);
  return (
    <>
      <PlainInput
        type="search"
        aria-label={`Find by ${label.toLowerCase()}`}
        placeholder="Find…"
        maxLength={100}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>{label}</legend>
        {matches.slice(0, maxShown).map((choice, index) => (
          <label key={choice.id} className={classes.choice} htmlFor={`${id}-${index}`}>
            <CheckMark
              id={`${id}-${index}`}
              checked={selected.has(choice.id)}
              disabled={!selected.has(choice.id) && chosen.length >= maxChosen}
              onChange={() => toggle(choice.id)}
            />
            <span className={classes.name} title={visibleText(choice.title ?? choice.text)}>
              {choice.label}
            </span>
            <span className={classes.count}>{formatCount(choice.count)}</span>
          </label>
        ))}
      </fieldset>
      <Rest count={matches.length} />
    </>
  );
}

function Rest({ count }: { count: number }) {
  if (count === 0) return <p className={classes.rest}>No matches.</p>;
  if (count <= maxShown) return null;
  return <p className={classes.rest}>{formatCount(count - maxShown)} more. Type to find them.</p>;
}

function matching(
  choices: readonly FilterChoice[],
  text: string,
  chosen: ReadonlySet<string>,
  pinned: ReadonlySet<string>,
): FilterChoice[] {
  const part = text.trim().toLowerCase();
  const rank = ({ id }: FilterChoice) => (pinned.has(id) ? 0 : 1);
  return choices
    .filter(({ id, count, text: own }) => (count > 0 || chosen.has(id)) && own.toLowerCase().includes(part))
    .toSorted((one, other) => rank(one) - rank(other) || other.count - one.count);
}
