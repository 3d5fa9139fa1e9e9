/**
 * Quota of stored rows per server, with the rows that are gone. An agent that sends more is broken or tries to fill the
 * portal.
 */
export const rowLimits = {
  structures: 1_000_000,
  tribes: 20_000,
  'members of tribes': 100_000,
  survivors: 100_000,
  classes: 20_000,
};

export type LimitedRow = keyof typeof rowLimits;
