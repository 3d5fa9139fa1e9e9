import { unknownTribeColors, onTribe, type Scheme } from '../../../lib/tribes/tribe-palette.ts';

/** The map's colours besides the tribes', from the current theme. */
export type MapStyle = {
  page: string;
  land: string;
  line: string;
  mainLine: string;
  label: string;
  text: string;
  accent: string;
  /** The number on a cluster. */
  onTribe: string;
  unknownTribe: string;
  /** Over the map picture, for contrast. */
  scrim: string;
};

const scrims = { dark: 'rgb(18 22 30 / 45%)', light: 'rgb(255 255 255 / 35%)' } as const;

export function readMapStyle(element: Element, scheme: Scheme): MapStyle {
  const computed = getComputedStyle(element);
  const color = (name: string) => computed.getPropertyValue(name).trim();
  return {
    page: color('--mantine-color-body'),
    land: color('--th-card'),
    line: color('--th-raised'),
    mainLine: color('--th-border'),
    label: color('--mantine-color-dimmed'),
    text: color('--mantine-color-text'),
    accent: color('--th-accent'),
    onTribe: onTribe[scheme],
    unknownTribe: unknownTribeColors[scheme],
    scrim: scrims[scheme],
  };
}
