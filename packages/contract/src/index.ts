export { scopeNames, scopes, serverParam, type RouteScope, type Scope } from './accounts/scopes.ts';
export { blokkenLimits } from './blokken.contract.ts';
export * from './agent/commands.ts';
export * from './errors.ts';
export { closeReasons, type CloseReason } from './events.contract.ts';
export { previewKinds, visibilities, type Visibility } from './files.contract.ts';
export { downloadKinds, entryStates, loopModes, playerStates } from './music.contract.ts';
export { leaderboardMeasures, type LeaderboardMeasure } from './people/leaderboards.contract.ts';
export { playerFlags, type PlayerFlag } from './people/notes.contract.ts';
export { moderatorPowers, type ModeratorPower, type Reach } from './moderation/powers.ts';
export {
  enforcementStates,
  sanctionKinds,
  sanctionLimits,
  sanctionStates,
  type EnforcementState,
  type SanctionKind,
  type SanctionState,
} from './moderation/sanctions.contract.ts';
export {
  historyVisibilities,
  journalKinds,
  sanctionEventKinds,
  type HistoryVisibility,
  type JournalKind,
} from './people/people.contract.ts';
export * from './registry.ts';
export * from './rights.ts';
export * from './roles.ts';
export type { Method, Route, RouteKey } from './route.ts';
export { games, type Game } from './shared/schemas.ts';
export { serverStates, type ServerState } from './servers.contract.ts';
export { structureVisibilities, type StructureVisibility } from './structures.contract.ts';
export { user } from './users.contract.ts';
