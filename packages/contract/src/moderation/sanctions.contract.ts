import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, isoDate, playerId, textLine } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';
import { namedReach, reach } from './powers.ts';

export const sanctionKinds = ['kick', 'warning', 'mute', 'ban'] as const;
export type SanctionKind = (typeof sanctionKinds)[number];

/** Kicks and warnings are over once they are carried out. */
export const sanctionStates = ['active', 'ended', 'lifted'] as const;
export type SanctionState = (typeof sanctionStates)[number];

/** `found`: it was in the ban list of a server and not set by the portal. */
export const sanctionSources = ['portal', 'found', 'import', 'discord'] as const;

/**
 * Where a sanction is on one server. `sent`: the game took the command, but the effect could not be seen. `lifting`: it
 * is over and has to be removed from the server.
 */
export const enforcementStates = ['waiting', 'sent', 'confirmed', 'failed', 'lifting', 'lifted'] as const;
export type EnforcementState = (typeof enforcementStates)[number];

export const sanctionLimits = {
  /** How long after it was imposed a sanction can be undone without a reason. */
  undoMs: 10_000,
  maxMinutes: 5 * 365 * 24 * 60,
  maxPerPage: 1_000,
  maxImportedRows: 200,
  maxEvidence: 10,
  maxTemplates: 100,
} as const;

const visibleText = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(/^[^\0\p{Cs}]*$/u, 'NUL characters and broken characters are not allowed.');

const reason = textLine.trim().max(300);
const note = visibleText(4_000);
const minutes = z.number().int().min(1).max(sanctionLimits.maxMinutes);

/** What shows that a sanction is right: a link within the portal or to somewhere else, a line of chat, a file. */
const evidence = z.object({
  kind: z.enum(['link', 'chat', 'event', 'file']),
  /** A path of the portal or an address. */
  url: z
    .string()
    .max(2_000)
    .regex(
      /^(https?:\/\/|\/(?![/\\]))[^\s\p{Cc}]*$/u,
      'Enter a path of this portal or an address that begins with https://.',
    )
    .optional(),
  text: visibleText(1_000).default(''),
});
const evidenceList = z.array(evidence).max(sanctionLimits.maxEvidence);

const summary = z.object({
  id,
  kind: z.enum(sanctionKinds),
  state: z.enum(sanctionStates),
  playerId: z.string(),
  name: z.string(),
  reach: namedReach,
  reason: z.string(),
  by: z.string(),
  source: z.enum(sanctionSources),
  createdAt: isoDate,
  /** Null: for good, or not applicable. */
  endsAt: isoDate.nullable(),
  lifted: z.object({ by: z.string(), at: isoDate, reason: z.string() }).nullable(),
  /** When the player confirmed having read a warning. */
  acknowledgedAt: isoDate.nullable(),
  /** On how many servers it is in which state. */
  servers: z.object({
    total: z.number().int(),
    waiting: z.number().int(),
    confirmed: z.number().int(),
    failed: z.number().int(),
  }),
});

const enforcement = z.object({
  server: z.object({ id, name: z.string() }),
  state: z.enum(enforcementStates),
  /** Why it waits or failed. */
  detail: z.string().nullable(),
  at: isoDate,
});

export const sanction = summary.extend({
  note: z.string(),
  evidence: evidenceList,
  enforcement: z.array(enforcement),
});

const sanctionParams = z.object({ sanctionId: id });

const template = z.object({
  id,
  name: textLine.trim().min(1).max(80),
  kind: z.enum(sanctionKinds),
  reason,
  /** Null: for good. */
  minutes: minutes.nullable(),
});

const listQuery = z.object({
  kind: z.enum(sanctionKinds).optional(),
  state: z.enum(sanctionStates).optional(),
  /** A part of the name, the id or the reason. */
  search: textLine.max(100).optional(),
  playerId: playerId.optional(),
  by: textLine.max(64).optional(),
  serverId: id.optional(),
  clusterId: id.optional(),
  reach: z.enum(['server', 'cluster', 'all']).optional(),
});

export const sanctionsRoutes = defineRoutes({
  'GET /ark/sanctions': {
    summary: 'Sanctions on the servers that the caller moderates, newest first',
    right: 'moderator',
    scope: 'moderation',
    query: listQuery.extend({
      before: z
        .string()
        .regex(/^[\w-]{1,100}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(sanctionLimits.maxPerPage).default(100),
    }),
    /** `next` is the cursor of the following page. */
    reply: z.object({ sanctions: z.array(summary), total: z.number().int(), next: z.string().nullable() }),
  },
  'GET /ark/sanctions/issuers': {
    summary: 'Who imposed the sanctions that the caller may see, those with the most first',
    right: 'moderator',
    scope: 'moderation',
    /** At most 200. */
    reply: z.array(z.object({ name: z.string(), count: z.number().int() })),
  },
  'POST /ark/sanctions': {
    summary: 'Kick, warn, mute or ban a player, online or not, known or not',
    right: 'moderator',
    scope: 'moderation',
    body: z.object({
      kind: z.enum(sanctionKinds),
      playerId,
      /** For players that were never seen. */
      name: textLine.trim().max(128).optional(),
      reach,
      reason: reason.default(''),
      note: note.default(''),
      /** Without it a mute or ban holds until it is lifted. */
      minutes: minutes.optional(),
      evidence: evidenceList.default([]),
    }),
    reply: sanction,
  },
  'GET /ark/sanctions/{sanctionId}': {
    summary: 'A sanction, and where it is on each server',
    right: 'moderator',
    scope: 'moderation',
    params: sanctionParams,
    reply: sanction,
  },
  'PUT /ark/sanctions/{sanctionId}': {
    summary: 'Change reason, note, evidence or end of a sanction',
    right: 'moderator',
    scope: 'moderation',
    params: sanctionParams,
    body: z
      .object({
        reason: reason.optional(),
        note: note.optional(),
        evidence: evidenceList.optional(),
        /** Null: until it is lifted. */
        endsAt: isoDate.nullable().optional(),
      })
      .refine((given) => Object.values(given).some((value) => value !== undefined), {
        path: ['reason'],
        message: 'Nothing is to be changed.',
      }),
    reply: sanction,
  },
  'POST /ark/sanctions/{sanctionId}/lift': {
    summary: 'Lift a mute or ban before its end',
    right: 'moderator',
    scope: 'moderation',
    params: sanctionParams,
    body: z.object({ reason }),
    reply: sanction,
  },
  'POST /ark/sanctions/{sanctionId}/undo': {
    summary: 'Undo a sanction that the caller imposed seconds ago',
    right: 'moderator',
    scope: 'moderation',
    params: sanctionParams,
    reply: sanction,
  },
  'POST /ark/sanctions/{sanctionId}/retry': {
    summary: 'Try again now on the servers where it failed',
    right: 'moderator',
    scope: 'moderation',
    params: sanctionParams,
    reply: sanction,
  },
  'POST /ark/sanctions/import': {
    summary: 'Add bans of a list; players who are banned there already stay as they are',
    right: 'moderator',
    scope: 'moderation',
    body: z.object({
      reach,
      bans: z
        .array(
          z.object({
            playerId: z.string().max(64),
            name: z.string().max(128).optional(),
            reason: z.string().max(300).optional(),
            endsAt: z.string().max(40).optional(),
          }),
        )
        .min(1)
        .max(sanctionLimits.maxImportedRows),
    }),
    reply: z.object({
      added: z.number().int(),
      known: z.number().int(),
      refused: z.array(z.object({ row: z.number().int(), message: z.string() })),
    }),
  },
  'GET /ark/sanctionTemplates': {
    summary: 'The reasons to choose from',
    right: 'moderator',
    scope: 'moderation',
    reply: z.array(template),
  },
  'PUT /ark/sanctionTemplates': {
    summary: 'Replace the reasons to choose from',
    right: 'admin',
    scope: 'moderation',
    body: z.object({ templates: z.array(template.omit({ id: true })).max(sanctionLimits.maxTemplates) }),
    reply: z.array(template),
  },
  'GET /ark/sanctions/mine': {
    summary: "The caller's own sanctions, of all linked characters",
    right: 'user',
    scope: 'none',
    reply: z.array(
      summary.pick({
        id: true,
        kind: true,
        state: true,
        reach: true,
        reason: true,
        createdAt: true,
        endsAt: true,
        acknowledgedAt: true,
      }),
    ),
  },
  'POST /ark/sanctions/{sanctionId}/acknowledge': {
    summary: 'Confirm that a warning about one of the own characters was read',
    right: 'user',
    scope: 'none',
    params: sanctionParams,
    reply: z.object({ acknowledgedAt: isoDate }),
  },
});

export const sanctionsTopics = defineTopics({
  /** That a sanction has changed, also on a single server; what it is only those may read who may see it. */
  sanctions: {
    right: 'moderator',
    scope: 'moderation',
    isKeyed: false,
    snapshot: z.object({}),
    events: { changed: z.object({ sanctionId: id }) },
  },
});
