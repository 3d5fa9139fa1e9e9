import { Check, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import classes from './evidence-choices.module.css';

/** A short list that scrolls in itself, below the fields of a dialog. */
export function EvidenceChoices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={classes.choices}>
      {children}
    </div>
  );
}

type Props = {
  at: string;
  text: string;
  /** Where it happened, or who may open it. */
  note: string;
  isPicked: boolean;
  onPick: () => void;
};

export function EvidenceChoice({ at, text, note, isPicked, onPick }: Props) {
  const Icon = isPicked ? Check : Plus;
  return (
    <button type="button" className={classes.choice} aria-pressed={isPicked} disabled={isPicked} onClick={onPick}>
      <Icon size={14} aria-hidden />
      <span>
        <PlainText text={text} />
        <span className={classes.note}>
          <time dateTime={at}>{formatDateTime(at)}</time> · <PlainText text={note} />
        </span>
      </span>
    </button>
  );
}
