import { visibleText } from '../../../lib/text/visible-text.ts';
import type { Tribe } from './tribes.queries.ts';

/** Keeps headings short. */
const maxLength = 80;

/** The page title: the tribe's name once it is known. */
export function tribeTitle(tribe: Pick<Tribe, 'name' | 'isTribe'> | undefined): string {
  if (tribe === undefined) return 'Tribe';
  const name = visibleText(tribe.name.trim());
  if (name === '') return tribe.isTribe ? 'Unnamed tribe' : 'Unnamed survivor';
  return name.length <= maxLength ? name : `${name.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
