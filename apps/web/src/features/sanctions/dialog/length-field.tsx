import { DateTimeInput } from '../../../components/forms/date-time-input.tsx';
import { LabelledSelect } from '../../../components/forms/labelled-select.tsx';
import { lengthChoices, ownEnd } from '../lengths.ts';

type Props = {
  length: string;
  onLength: (length: string) => void;
  /** Local time, for an end of the user's own. */
  endsAt: string;
  onEndsAt: (endsAt: string) => void;
  /** The longest that the user may choose, in minutes; null: any. */
  limit: number | null;
  lengthError: string | undefined;
  endError: string | undefined;
};

/** How long a mute or ban holds. */
export function LengthField({ length, onLength, endsAt, onEndsAt, limit, lengthError, endError }: Props) {
  return (
    <>
      <LabelledSelect label="Length" value={length} error={lengthError} onChange={onLength}>
        {lengthChoices(length, limit).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </LabelledSelect>
      {length === ownEnd ? <DateTimeInput label="Until" value={endsAt} error={endError} onChange={onEndsAt} /> : null}
    </>
  );
}
