import { visibleText } from '../../../lib/text/visible-text.ts';
import type { Tribe } from './tribes.queries.ts';

/** A heading takes no novel. */
const maxLetters = 80;

/** What the page is called: by the tribe, as far as it is known. */
export function tribeTitle(tribe: Pick<Tribe, 'name' | 'isTribe'> | undefined): string {
  if (tribe === undefined) return 'Tribe';
  const name = visibleText(tribe.name.trim());
  if (name === '') return tribe.isTribe ? 'Tribe without a name' : 'Survivor without a name';
  return name.length <= maxLetters ? name : `${name.slice(0, maxLetters).replace(/[\ud800-\udbff]$/, '')}…`;
}
