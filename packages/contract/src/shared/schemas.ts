import * as z from 'zod';

/** Dates are Date on the server and ISO text on the wire. */
export const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

export const id = z.string().min(1).max(64);
export const idParams = z.object({ id });

/** Discord ids exceed the safe integers, so they are strings everywhere. */
export const guildId = z.string().regex(/^\d{1,20}$/, 'A guild ID is a number with up to 20 digits.');

export const nothing = z.object({});

/** ARK: Survival Evolved and ARK: Survival Ascended. */
export const games = ['ase', 'asa'] as const;
export type Game = (typeof games)[number];
export const game = z.enum(games);

/** One line of text: no control characters, lone surrogates or other line breaks. */
export const textLine = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'Line breaks and control characters are not allowed.');

/** Untrusted text of the game: names and chat, without control characters. */
export const gameText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Control characters are not allowed.');

/** As the game prints it: a Steam id, an Epic id, or an EOS id in lower case. */
export const playerId = z.string().regex(/^(\d{15,20}|[0-9a-f]{32})$/, 'This is not a player ID.');

/** Whether the effect was seen in the game, or the command was only sent. */
export const receipt = z.object({ outcome: z.enum(['confirmed', 'sent']) });

/** Newest first; `before` is the id of the oldest entry that the caller has (a cursor). */
export const pageQuery = z.object({
  search: z.string().max(100).optional(),
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'This is not the ID of an entry.')
    .optional(),
});
