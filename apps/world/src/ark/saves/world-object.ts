import type { Spot } from '../land/structure.ts';
import type { PropertyList } from './property-list.ts';

/** One thing of a world as both games save it. */
export type WorldObject = {
  /** 32 hex digits. */
  key: string;
  className: string;
  directory: string;
  role: 'actor' | 'character' | 'component' | 'item';
  /** Its own, then those of what it is part of. */
  names: string[];
  spot: Spot | undefined;
  write: (list: PropertyList) => void;
};
