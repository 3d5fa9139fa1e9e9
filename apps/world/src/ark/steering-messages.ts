import type { Structure } from './land/structure.ts';
import type { SurvivorIdea } from './life/casting.ts';
import type { ScreenLine } from './play/screens.ts';
import type { Survivor } from './survivor.ts';
import type { Switches } from './switches.ts';

/**
 * How tests and journeys steer the simulated servers: `SteeringRequest` in, `SteeringAnswer` out, either as messages
 * of the world's process or as one line of JSON each on its control socket. Answers carry the request's id and may
 * come in another order.
 */
export type SteeringRequest = { type: 'ark'; requestId: string | number; /** The server's. */ id: string } & Action;

export type SteeringAnswer = { type: 'ark-answer'; requestId: string | number | undefined } & (
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
  stop: { asks: object; answers: undefined };
  /** Replies when the port is open. */
  start: { asks: object; answers: undefined };
  restart: { asks: object; answers: undefined };
  /** Replies at once. */
  stall: { asks: { ms: number }; answers: undefined };
  join: { asks: { survivor?: SurvivorIdea }; answers: Survivor };
  leave: { asks: { playerId: string }; answers: undefined };
  say: { asks: { playerId: string; text: string }; answers: undefined };
  kill: { asks: { playerId: string }; answers: undefined };
  /** By the words of the tribe's log, such as `Stone Wall`; beside what the builder's tribe has. */
  build: { asks: { playerId: string; structure: string }; answers: undefined };
  /** Destroys everything a team has built. */
  destroy: { asks: { teamId: number }; answers: undefined };
  structures: { asks: object; answers: StructureSketch[] };
  /** Saves the world now; replies when the file is complete. */
  save: { asks: object; answers: undefined };
  /** Objects are merged, `null` turns a switch off that can be off. */
  switch: { asks: { switches: Partial<Switches> }; answers: Switches };
  /** What that player saw, oldest first; a whispered code is of kind `whisper`. */
  screen: { asks: { playerId: string }; answers: ScreenLine[] };
  /** The latest RCON commands exactly as they came. */
  received: { asks: object; answers: string[] };
  survivors: { asks: object; answers: Survivor[] };
  state: { asks: object; answers: string };
};
