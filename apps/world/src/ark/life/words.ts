/** Every name is invented. */

export const nameStarts = [
  'Ash',
  'Birch',
  'Bramble',
  'Cinder',
  'Copper',
  'Dusk',
  'Ember',
  'Fern',
  'Flint',
  'Frost',
  'Gravel',
  'Hollow',
  'Iron',
  'Jade',
  'Kelp',
  'Lichen',
  'Marsh',
  'Moss',
  'Nettle',
  'Obsidian',
  'Pebble',
  'Quartz',
  'River',
  'Rust',
  'Sable',
  'Thorn',
  'Tundra',
  'Umber',
  'Vine',
  'Willow',
] as const;

export const nameEnds = [
  'bark',
  'beak',
  'claw',
  'dodo',
  'fang',
  'feather',
  'fin',
  'foot',
  'hide',
  'horn',
  'jaw',
  'mane',
  'paw',
  'raptor',
  'runner',
  'scale',
  'shell',
  'spear',
  'stomp',
  'tail',
  'tamer',
  'tusk',
  'walker',
  'wing',
] as const;

export const survivorNames = [
  'Arlo',
  'Brenna',
  'Calder',
  'Dorrit',
  'Eskil',
  'Fenna',
  'Garrick',
  'Hilde',
  'Ivo',
  'Jorun',
  'Kestrel',
  'Lowri',
  'Maren',
  'Nils',
  'Odette',
  'Piran',
  'Quill',
  'Runa',
  'Soren',
  'Tamsin',
  'Ulla',
  'Vesper',
  'Wren',
  'Ximena',
  'Yrsa',
  'Zoltan',
] as const;

/** Names that real players use, and that break unprepared programs. */
export const oddPlatformNames = [
  'Dr. Bones Jr',
  'Rex, the Last',
  '[Tribe] Mako',
  '"Quoted" Quin',
  '<b>Bold</b>',
  'a", "; KickPlayer 1',
  'SERVER',
  'Kira (Admin)',
  "O'Molly",
  '0. Zero, 76561190000000002',
  'x'.repeat(48),
  '${name}%s%n',
  '<RichColor Color="1,0,0,1">Red</>',
] as const;

export const oddUnicodeNames = [
  'Žofka ✨',
  '🦖🔥',
  'דינו_שלי',
  '\u202Eesrever',
  'Мамонт',
  '恐竜ファン',
  'Zo\u0301e\u0301',
] as const;

export const tribeNames = [
  'Brohalla',
  'Tidewatch',
  'The Hatchery',
  'Stonebreakers',
  'Night Shift',
  'Dodo & Sons',
  'Tribe of Wren, Inc.',
  'Redwood Rangers',
  'Cave Club',
  'Sleepy Saddles',
] as const;

export const creatures = [
  'Dodo',
  'Raptor',
  'Parasaur',
  'Trike',
  'Ankylosaurus',
  'Argentavis',
  'Direwolf',
  'Anglerfish',
  'Pteranodon',
  'Doedicurus',
  'Megalodon',
  'Carnotaurus',
  'Allosaurus',
  'Rex',
  'Equus',
  'Otter',
  'Thylacoleo',
  'Baryonyx',
] as const;

export const hunters = [
  'Raptor',
  'Direwolf',
  'Carnotaurus',
  'Allosaurus',
  'Rex',
  'Megalodon',
  'Sabertooth',
  'Terror Bird',
] as const;

/** Tribes that left long ago, a few on each server. */
export const lostTribeNames = [
  ['Ashen Order', 'First Light'],
  ['Driftwood Union', 'Saltborn'],
  ['The Old Quarry', 'Winter Camp'],
  ['Bog Lanterns', 'House of Fern'],
] as const;

/** What people write on boxes and beds. */
export const boxNames = [
  'Metal',
  'Cementing Paste',
  'Hide & Fiber',
  'Ammo',
  'Do not touch!',
  'Eggs, fertilized',
  'For newcomers',
  'Saddles',
  'North gate',
  '=SUM(A1:A9)',
  '<b>Kibble</b>',
  'Größe XL ✨',
  '\u202Eekaf',
  'שקיות 🦖',
] as const;

export const structures = [
  'Wooden Wall',
  'Stone Foundation',
  'Stone Wall',
  'Metal Gate',
  'Thatch Roof',
  'Feeding Trough',
] as const;

export const places = [
  'the swamp',
  'the redwoods',
  'the volcano',
  'the north beach',
  'the green obelisk',
  'the lower caves',
] as const;

export const goods = [
  'metal',
  'cementing paste',
  'a longneck',
  'raw prime',
  'an argy saddle',
  'polymer',
  'kibble',
  'obsidian',
] as const;
