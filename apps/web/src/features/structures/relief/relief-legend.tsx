import { Mountain } from 'lucide-react';
import classes from './relief-legend.module.css';
import { factsText } from './relief-texts.ts';
import type { Relief } from './use-relief.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

/** Says what the ground of the map is made of, and switches it off. */
export function ReliefLegend({ relief: { isOn, onToggle, facts, image } }: { relief: Relief }) {
  const isPainting = facts !== undefined && facts.sampleCount > 0 && image === undefined;
  return (
    <div className={classes.legend} aria-busy={isPainting}>
      <button type="button" className={classes.switch} aria-pressed={isOn} onClick={onToggle}>
        <Mountain size={16} aria-hidden />
        {facts === undefined || facts.sampleCount === 0
          ? 'Relief from saves'
          : `Relief from saves: ${formatCount(facts.sampleCount)} samples`}
      </button>
      <span className={classes.facts}>{facts === undefined ? '' : factsText(facts)}</span>
    </div>
  );
}
