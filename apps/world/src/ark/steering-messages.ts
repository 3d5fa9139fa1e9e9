import type { Structure } from './land/structure.ts';
import type { SurvivorIdea } from './life/casting.ts';
import type { ScreenLine } from './play/screens.ts';
import type { Survivor } from './survivor.ts';
import type { Switches } from './switches.ts';

/**
 * How tests and journeys steer the simulated servers: `SteeringRequest` in, `SteeringReply` out, either as messages
 * of the world's process or as one line of JSON each on its control socket. Replies carry the request's id and may
 * arrive out of order.
 */
export type SteeringRequest = { type: 'ark'; requestId: string | number; /** The server's. */ id: string } & Action;

export type SteeringReply = { type: 'ark-answer'; requestId: string | number | undefined } & (
  | { ok: true; data?: unknown }
  | { ok: false; error: string }
);

type Action = { [Name in SteeringActionName]: { action: Name } & SteeringActions[Name]['asks'] }[SteeringActionName];

/** A structure in one line. */
export type StructureSketch = Pick<Structure, 'id' | 'uuid' | 'name' | 'spot'> & {
  className: string;
  teamId: number;
  teamName: string;
  ownerArkId: number;
};

export type SteeringActionName = keyof SteeringActions;

/** What each action needs, and what it returns in `data`. */
export type SteeringActions = {
  /** Ends the server as a killed process would. */
  stop: { asks: object; reply: undefined };
  /** Replies when the port is open. */
  start: { asks: object; reply: undefined };
  restart: { asks: object; reply: undefined };
  /** Replies at once. */
  stall: { asks: { ms: number }; reply: undefined };
  join: { asks: { survivor?: SurvivorIdea }; reply: Survivor };
  leave: { asks: { playerId: string }; reply: undefined };
  say: { asks: { playerId: string; text: string }; reply: undefined };
  kill: { asks: { playerId: string }; reply: undefined };
  /** By the words of the tribe's log, such as `Stone Wall`; beside what the builder's tribe has. */
  build: { asks: { playerId: string; structure: string }; reply: undefined };
  /** Destroys everything a team has built. */
  destroy: { asks: { teamId: number }; reply: undefined };
  structures: { asks: object; reply: StructureSketch[] };
  /** Saves the world now; replies when the file is complete. */
  save: { asks: object; reply: undefined };
  /** Objects are merged, `null` turns a switch off that can be off. */
  switch: { asks: { switches: Partial<Switches> }; reply: Switches };
  /** What that player saw, oldest first; a whispered code is of kind `whisper`. */
  screen: { asks: { playerId: string }; reply: ScreenLine[] };
  /** The latest RCON commands exactly as they came. */
  received: { asks: object; reply: string[] };
  survivors: { asks: object; reply: Survivor[] };
  state: { asks: object; reply: string };
};
