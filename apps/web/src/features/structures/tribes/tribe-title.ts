import { headingText } from '../../../lib/text/visible-text.ts';
import type { Tribe } from './tribes.queries.ts';

/** The page title: the tribe's name once it is known. */
export function tribeTitle(tribe: Pick<Tribe, 'name' | 'isTribe'> | undefined): string {
  if (tribe === undefined) return 'Tribe';
  return headingText(tribe.name) || (tribe.isTribe ? 'Unnamed tribe' : 'Unnamed survivor');
}
