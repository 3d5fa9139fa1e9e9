/** A hash of everything that a row is made of. */
export type ContentHash = { low: number; high: number };

/**
 * The structures of the reading before, each by a hash of everything that its row is made of. If it is the same, the row is
 * not made again.
 */
export type KnownObjects = {
  /** Where hashes start: a secret, and the version of the reader. */
  seed: readonly [low: number, high: number];
  /** Notes that the row with this content is still there. Returns false if there is none, or if it was seen before. */
  reuse(low: number, high: number): boolean;
  /** Whether a structure of this id was seen in this reading. */
  hasSeen(id: string): boolean;
};
