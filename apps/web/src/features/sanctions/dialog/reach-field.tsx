import { visibleText } from '../../../lib/text/visible-text.ts';
import type { ReachChoice } from '../sanction-powers.ts';
import { LabelledSelect } from '../../../components/forms/labelled-select.tsx';

type Props = {
  choices: readonly ReachChoice[];
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** The servers that a sanction applies to: only those where the user may. */
export function ReachField({ choices, value, error, onChange }: Props) {
  return (
    <LabelledSelect label="Where" value={value} error={error} onChange={onChange}>
      {value === '' ? <option value="">Choose…</option> : null}
      {choices.filter(({ group }) => group === undefined).map(toOption)}
      {(['Clusters', 'Servers'] as const).map((group) => {
        const members = choices.filter((choice) => choice.group === group);
        return members.length === 0 ? null : (
          <optgroup key={group} label={group}>
            {members.map(toOption)}
          </optgroup>
        );
      })}
    </LabelledSelect>
  );
}

function toOption({ value, text }: ReachChoice) {
  return (
    <option key={value} value={value}>
      {visibleText(text)}
    </option>
  );
}
