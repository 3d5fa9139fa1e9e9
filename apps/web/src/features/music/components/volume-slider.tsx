import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { RangeSlider } from '../../../components/forms/range-slider.tsx';
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
      <div className={classes.slider}>
        <RangeSlider
          ref={slider}
          id={id}
          max={maxVolume}
          step={5}
          value={shown}
          aria-valuetext={`${shown} %`}
          onInput={(event) => setDraft(event.currentTarget.valueAsNumber)}
          onChange={() => undefined}
        />
      </div>
      <output htmlFor={id} className={classes.value}>
        {shown} %
      </output>
    </div>
  );
}
