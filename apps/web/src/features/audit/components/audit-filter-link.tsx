import { PlainText } from '../../../components/display/plain-text.tsx';
import classes from './audit-filter-link.module.css';

/** What stands in a row, and narrows the list to it. */
export function AuditFilterLink({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <button type="button" className={classes.link} title="Show only these" onClick={onChoose}>
      <PlainText text={text} />
    </button>
  );
}
