import { tribeHue, tribePalettes } from '../../lib/tribes/tribe-palette.ts';
import { PlainText } from '../display/plain-text.tsx';
import classes from './tribe-name.module.css';

type Props = {
  name: string;
  id?: number;
  /** As the game writes it in the chat. */
  isBracketed?: boolean;
};

/** A tribe's name with the colour that it has on the map. */
export function TribeName({ name, id, isBracketed = false }: Props) {
  const hue = tribeHue({ name, ...(id !== undefined && { id }) });
  const colors = { '--dark': tribePalettes.dark[hue], '--light': tribePalettes.light[hue] } as React.CSSProperties;
  return (
    <>
      <span className={classes.dot} style={colors} aria-hidden />
      <PlainText text={nameText(name, isBracketed)} />
    </>
  );
}

function nameText(name: string, isBracketed: boolean): string {
  if (isBracketed) return `[${name}]`;
  return name === '' ? 'Unnamed tribe' : name;
}
