import type { ComponentPropsWithRef, CSSProperties } from 'react';
import classes from './range-slider.module.css';

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'className' | 'style' | 'min' | 'max' | 'value'> & {
  min?: number;
  max: number;
  value: number;
};

/** A native slider, for its keys and its way with fingers, that looks like the other fields. As wide as its container. */
export function RangeSlider({ min = 0, max, value, ...inputProps }: Props) {
  const filled = { '--filled': (value - min) / (max - min) } as CSSProperties;
  return (
    <input {...inputProps} type="range" min={min} max={max} value={value} className={classes.slider} style={filled} />
  );
}
