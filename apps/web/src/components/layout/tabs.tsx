import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import classes from './tabs.module.css';

type Props<Value extends string> = {
  label: string;
  /** The tabs with their labels, in order. */
  tabs: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
  /** Of the current tab. */
  children: ReactNode;
};

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs whose current one is kept elsewhere, such as in the URL. The arrow keys, Home and End move between them. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Where they scroll, the current tab is in view. `scrollIntoView` would scroll the page as well.
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${value}"]`)?.getBoundingClientRect();
    const visible = list.current?.getBoundingClientRect();
    if (tab === undefined || visible === undefined) return;
    list.current?.scrollBy({
      left: Math.min(0, tab.left - visible.left) + Math.max(0, tab.right - visible.right),
      behavior: 'instant',
    });
  }, [value]);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const index = tabs.findIndex(([tab]) => tab === value);
    const next = step === undefined ? undefined : tabs[step(index, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-tab="${next[0]}"]`)?.focus();
    onChange(next[0]);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on the tabs in it */}
      <div ref={list} role="tablist" aria-label={label} className={classes.list} onKeyDown={move}>
        {tabs.map(([tab, text]) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            data-tab={tab}
            className={classes.tab}
            aria-selected={tab === value}
            aria-controls={tab === value ? `${id}-panel` : undefined}
            tabIndex={tab === value ? 0 : -1}
            onClick={() => onChange(tab)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={classes.panel}>
        {children}
      </div>
    </>
  );
}
