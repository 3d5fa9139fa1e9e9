import * as z from 'zod';

export type Setting = {
  schema: z.ZodType;
  /** What applies when it is not set, in words. */
  unset: string;
  about: string;
};

export type Settings = Record<string, Setting>;

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`);

export const whole = (from: number, to: number, byDefault: number) => wholeNumber(from, to).default(byDefault);
export const wholeOrNot = (from: number, to: number) => wholeNumber(from, to).optional();

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Separated by commas. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

export const onOrOff = z.enum(['on', 'off'], 'must be on or off');
