import { expect, it } from 'vitest';
import { mapTitle } from './map-title.ts';

it.each([
  ['TheIsland_WP', 'The Island'],
  ['ScorchedEarth_P', 'Scorched Earth'],
  ['Ragnarok', 'Ragnarok'],
  ['Gen2', 'Gen2'],
  ['PGARK', 'PGARK'],
  ['my_map', 'my_map'],
])('calls the map %s %s', (map, title) => {
  expect(mapTitle(map)).toBe(title);
});
