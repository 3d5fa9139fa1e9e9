import type { ReplyInput } from '@tribehall/contract';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { island, miraId } from './people.ts';

type Hits = ReplyInput<'GET /search'>;

/** Nothing was found; pass what was. */
export function buildHits(changes: Partial<Hits> = {}): Hits {
  return { players: [], servers: [], clusters: [], tribes: [], files: [], databases: [], ...changes };
}

/** A player who is online, found by the current name. */
export function buildPlayerHit(changes: Partial<Hits['players'][number]> = {}): Hits['players'][number] {
  const name = changes.name ?? 'Cinderjaw';
  return {
    id: miraId,
    name,
    match: { by: 'name', text: name },
    server: island,
    isOnline: true,
    lastSeenAt: null,
    isAdmin: false,
    ...changes,
  };
}

export function buildServerHit(changes: Partial<Hits['servers'][number]> = {}): Hits['servers'][number] {
  return { ...island, game: 'asa', state: 'up', map: 'TheIsland_WP', playerCount: 2, isAdmin: false, ...changes };
}

/** Opens the search by its shortcut, once the user is known. */
export async function openSearch(person: UserEvent): Promise<HTMLElement> {
  await screen.findByRole('button', { name: 'Account menu of Mira' });
  await person.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox');
}

export function shownOptions(): (string | null)[] {
  return screen.queryAllByRole('option').map(({ textContent }) => textContent);
}
