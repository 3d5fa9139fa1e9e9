import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { dateFormat } from '../../lib/text/date-format.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { dayAfterKey, firstWeekdayOf, sameDayInMonth, weeksOf } from './calendar-days.ts';
import classes from './calendar.module.css';

type Props = {
  chosen: Date | undefined;
  onDay: (day: Date) => void;
};

const formatMonth = dateFormat({ month: 'long', year: 'numeric' });
const formatWeekday = dateFormat({ weekday: 'short' });
const formatDay = dateFormat({ dateStyle: 'full' });

/** Where the calendar is in a dialog, Escape closes the calendar alone. */
const closesAlone = { 'data-mantine-stop-propagation': true };

/** A month of days, one of which is chosen. The arrow keys move by days and weeks, Page Up and Down by months. */
export function Calendar({ chosen, onDay }: Props) {
  const headingId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState(() => chosen ?? new Date());
  const [movedTo, setMovedTo] = useState<Date>();
  const [today] = useState(() => new Date().toDateString());
  const firstWeekday = firstWeekdayOf(navigator.language);
  const weeks = weeksOf(current, firstWeekday);
  // The focus follows the keys, also into another month.
  useEffect(() => {
    if (movedTo !== undefined) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [movedTo]);
  const move = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, current, firstWeekday);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    setMovedTo(next);
  };
  const showMonth = (months: number) => setCurrent(sameDayInMonth(current, months));
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <IconButton icon={ChevronLeft} label="Previous month" {...closesAlone} onClick={() => showMonth(-1)} />
        <span id={headingId} aria-live="polite">
          {formatMonth(current)}
        </span>
        <IconButton icon={ChevronRight} label="Next month" {...closesAlone} onClick={() => showMonth(1)} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose days have the focus */}
      <table ref={grid} role="grid" aria-labelledby={headingId} className={classes.grid} onKeyDown={move}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getDay()} scope="col" className={classes.weekday}>
                {formatWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => {
                const text = day.toDateString();
                const isCurrent = text === current.toDateString();
                return (
                  <td key={day.getTime()} aria-selected={text === chosen?.toDateString()}>
                    <button
                      type="button"
                      {...closesAlone}
                      className={classes.day}
                      aria-label={formatDay(day)}
                      aria-current={text === today ? 'date' : undefined}
                      data-chosen={text === chosen?.toDateString() || undefined}
                      data-outside={day.getMonth() !== current.getMonth() || undefined}
                      data-autofocus={isCurrent || undefined}
                      tabIndex={isCurrent ? 0 : -1}
                      onClick={() => {
                        setCurrent(day);
                        onDay(day);
                      }}
                    >
                      {day.getDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
