/**
 * So many rows of a server are kept, those that are gone among them; an agent that tells more tells nonsense, or means
 * to fill the portal.
 */
export const saveBounds = {
  structures: 1_000_000,
  tribes: 20_000,
  'members of tribes': 100_000,
  survivors: 100_000,
  classes: 20_000,
};

export type Bounded = keyof typeof saveBounds;
