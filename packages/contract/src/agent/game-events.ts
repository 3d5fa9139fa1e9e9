import * as z from 'zod';
import { gameText, playerId } from '../shared/schemas.ts';

/**
 * What a line of the game's log reports. `other` is a line that is not understood: in another language, or of a mod.
 * `killed`, `lost`, `decayed` and `destroyed` are a tribe's: it killed someone, its structure is gone, it destroyed
 * another tribe's.
 */
export const gameEventKinds = [
  'joined',
  'left',
  'died',
  'killed',
  'creature-died',
  'tamed',
  'claimed',
  'unclaimed',
  'froze',
  'uploaded',
  'downloaded',
  'starved',
  'demolished',
  'lost',
  'decayed',
  'destroyed',
  'tribe-joined',
  'tribe-left',
  'tribe-promoted',
  'tribe-merged',
  'alliance-requested',
  'admin-command',
  'started',
  'saved',
  'other',
] as const;
export type GameEventKind = (typeof gameEventKinds)[number];

const isKind = (kind: string): kind is GameEventKind => gameEventKinds.some((known) => known === kind);

/** Kinds that this side does not know, of a newer version, count as `other`: the text is there in any case. */
const kind = z.codec(z.string().max(32), z.enum(gameEventKinds), {
  decode: (text) => (isKind(text) ? text : 'other'),
  encode: (known) => known,
});

const name = gameText(128);
const level = z.number().int().min(0).max(100_000);
const number = z.string().regex(/^\d{1,20}$/);

/** A survivor or a creature. The id is that of the player, where the sender knows it for certain. */
const being = z.object({
  playerId: playerId.optional(),
  name,
  level: level.optional(),
  /** Of a tamed creature. */
  species: name.optional(),
  tribe: name.optional(),
});

/** One event of the game, as its log has it. */
export const gameEvent = z.object({
  kind,
  /** The line without its time and colours. */
  text: gameText(1_000).min(1),
  /** Whom it is about: the survivor who died, tamed, built, joined; or the player who came or gave a command. */
  player: z
    .object({ id: playerId.optional(), name: name.optional(), arkId: number.optional(), level: level.optional() })
    .optional(),
  /** The tribe whose event it is, or the player's. */
  tribe: z.object({ id: number.optional(), name }).optional(),
  /** The other side: a killer, a victim, who promoted or invited. */
  other: being.optional(),
  /** The creature that was tamed, claimed or lost. */
  creature: being.optional(),
  /** The structure that was demolished or destroyed, the command, or the tribe that was merged. */
  thing: name.optional(),
  /** Day and time in the game. */
  day: z.number().int().min(0).max(10_000_000).optional(),
  time: z
    .string()
    .regex(/^\d\d:\d\d:\d\d$/)
    .optional(),
  /** It is a line of a tribe's own log. */
  isTribeLog: z.literal(true).optional(),
});
export type GameEvent = z.output<typeof gameEvent>;
