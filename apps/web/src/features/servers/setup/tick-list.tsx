import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { Tick } from './setup-ticks.ts';
import classes from './tick-list.module.css';

const icons = { good: Check, bad: CircleAlert, waiting: CircleDashed } as const;
const spoken = { good: 'works:', bad: 'problem:', waiting: 'not yet:' } as const;

/** What works, what does not, and what to do about it; announced as it changes. */
export function TickList({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div role="status" aria-label="Set-up">
      <ul className={classes.ticks}>
        {ticks.map((tick) => (
          <TickRow key={tick.about} tick={tick} />
        ))}
      </ul>
    </div>
  );
}

function TickRow({ tick: { state, title, detail, fix } }: { tick: Tick }) {
  const Icon = icons[state];
  return (
    <li className={classes.tick} data-state={state}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <p className={classes.title}>
          <span className={classes.spoken}>{spoken[state]} </span>
          {title}
        </p>
        {detail ? (
          <p className={classes.detail}>
            <PlainText text={detail} />
          </p>
        ) : null}
        {fix === undefined ? null : <p>{fix}</p>}
      </div>
    </li>
  );
}
