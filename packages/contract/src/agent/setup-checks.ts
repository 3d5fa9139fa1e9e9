import * as z from 'zod';
import { gameText } from '../shared/schemas.ts';

/** What a working set-up needs. The portal itself judges `agent` and `clock`, the agent the rest. */
export const checkSubjects = ['agent', 'clock', 'rcon', 'log', 'save'] as const;
export type CheckSubject = (typeof checkSubjects)[number];

/** `pending`: not known yet; `other`: the detail says it all. */
export const checkProblems = [
  'pending',
  'wrongGame',
  'clockDiffers',
  'passwordWrong',
  'unreachable',
  'notRcon',
  'noFolder',
  'folderMissing',
  'notReadable',
  'missing',
  'other',
] as const;
export type CheckProblem = (typeof checkProblems)[number];

const detail = gameText(300).nullable();

/** One part of the set-up. `detail` is for people: the file or address, or what went wrong. */
export const setupCheck = z.object({
  about: z.enum(checkSubjects),
  /** Null where it works. */
  problem: z.enum(checkProblems).nullable(),
  detail,
});
export type SetupCheck = z.output<typeof setupCheck>;

const sentCheck = z.object({ about: z.string().max(64), problem: z.string().max(64).nullable(), detail });

/** As sent by an agent. Parts that this side does not know are dropped, and problems that it does not know are `other`. */
export const sentChecks = z.codec(z.array(sentCheck).max(16), z.array(setupCheck).max(checkSubjects.length), {
  decode: (sent) =>
    checkSubjects.flatMap((about) => {
      const check = sent.find((one) => one.about === about);
      return check === undefined ? [] : [{ about, problem: knownProblem(check.problem), detail: check.detail }];
    }),
  encode: (checks) => checks,
});

function knownProblem(sent: string | null): CheckProblem | null {
  return sent === null ? null : (checkProblems.find((known) => known === sent) ?? 'other');
}
