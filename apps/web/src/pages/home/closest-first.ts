import type { Character } from '../../features/home/home.queries.ts';
import type { OnlinePerson } from '../../features/people/people.queries.ts';

type Ties = { characters: readonly Character[]; favoriteIds: readonly string[] };

/** The user's own tribe first, then servers they play on, then favourites; within these, the last to join first. */
export function closestFirst(people: readonly OnlinePerson[], { characters, favoriteIds }: Ties): OnlinePerson[] {
  const rankOf = ({ server, tribe }: OnlinePerson) => {
    const character = characters.find((one) => one.server.id === server.id);
    if (character?.tribe && character.tribe.name === tribe) return 0;
    if (character) return 1;
    return favoriteIds.includes(server.id) ? 2 : 3;
  };
  return people
    .map((person) => ({ person, rank: rankOf(person), joinedMs: Date.parse(person.joinedAt) }))
    .toSorted((a, b) => a.rank - b.rank || b.joinedMs - a.joinedMs || (a.person.name < b.person.name ? -1 : 1))
    .map(({ person }) => person);
}
