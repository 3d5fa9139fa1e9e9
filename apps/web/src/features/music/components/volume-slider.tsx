import { useEffect, useEffectEvent, useId, useRef, useState, type CSSProperties } from 'react';
import classes from './volume-slider.module.css';

const maxVolume = 200;

type Props = { volume: number; onChange: (volume: number) => void };

/** Shows every step while dragging, and reports only the final value. */
export function VolumeSlider({ volume, onChange }: Props) {
  const [draft, setDraft] = useState<number>();
  const slider = useRef<HTMLInputElement>(null);
  const id = useId();
  const commit = useEffectEvent((value: number) => {
    setDraft(undefined);
    if (value !== volume) onChange(value);
  });
  useEffect(() => {
    const input = slider.current;
    if (input === null) return undefined;
    // React's onChange fires on every step; the native change event fires at the end.
    const letGo = () => commit(input.valueAsNumber);
    input.addEventListener('change', letGo);
    return () => input.removeEventListener('change', letGo);
  }, []);
  const shown = draft ?? volume;
  return (
    <div className={classes.volume}>
      <label htmlFor={id} className={classes.label}>
        Volume
      </label>
      <input
        ref={slider}
        id={id}
        type="range"
        min={0}
        max={maxVolume}
        step={5}
        value={shown}
        aria-valuetext={`${shown} %`}
        className={classes.slider}
        style={{ '--filled': shown / maxVolume } as CSSProperties}
        onInput={(event) => setDraft(event.currentTarget.valueAsNumber)}
        onChange={() => undefined}
      />
      <output htmlFor={id} className={classes.value}>
        {shown} %
      </output>
    </div>
  );
}
