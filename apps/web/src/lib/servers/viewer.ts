import { rights } from '@tribehall/contract/rights';

/** What the logged-in user is on one server. */
export type Viewer = {
  /** The linked character there, on whose behalf orders are given. */
  playerId: string | undefined;
  isServerAdmin: boolean;
  isServerPlayer: boolean;
};

/** The right that is missing, in words; nothing where it is there. */
export function missingRight(viewer: Viewer, right: 'serverAdmin' | 'serverPlayer'): string | undefined {
  const has = { serverAdmin: viewer.isServerAdmin, serverPlayer: viewer.isServerPlayer };
  return has[right] ? undefined : rights[right];
}
