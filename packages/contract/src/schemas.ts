import * as z from 'zod';

/** Dates are Date on the server and ISO text on the wire. */
export const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

export const id = z.string().min(1).max(64);
export const idParams = z.object({ id });

/** Discord ids exceed what a number holds, so they stay text everywhere. */
export const guildId = z.string().regex(/^\d{1,20}$/, 'A guild id is a number of at most 20 digits.');

export const nothing = z.object({});
