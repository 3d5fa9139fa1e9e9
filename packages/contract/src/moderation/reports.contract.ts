import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { reportStates } from '../shared/report-states.ts';
import { gameText, id, idParams, isoDate, playerId } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';

const reportSources = ['portal', 'discord', 'game'] as const;

/** Untrusted text of several lines. */
const writtenText = z
  .string()
  .trim()
  .max(1000)
  .regex(/[^\p{C}\p{Z}]/u, 'Enter a text.')
  .regex(/^[^\0\p{Cs}]*$/u, 'NUL characters and broken characters are not allowed.');
const textBody = z.object({ text: writtenText });

/** The id is null if the server was removed. */
const reportedServer = z.object({ id: id.nullable(), name: z.string() });
/** The id is null if it is unknown who is meant. */
const reportedPlayer = z.object({ id: playerId.nullable(), name: z.string() });

/** What the reporter sees of it. */
const ownReport = z.object({
  id,
  createdAt: isoDate,
  server: reportedServer.nullable(),
  player: reportedPlayer,
  text: z.string(),
  state: z.enum(reportStates),
  answer: z.object({ text: z.string(), at: isoDate }).nullable(),
});

const report = ownReport.extend({
  source: z.enum(reportSources),
  /** The ID of the player who reported it in the game. */
  reporter: z.object({ name: z.string(), playerId: playerId.nullable(), hasAccount: z.boolean() }),
  assignee: z.object({ name: z.string(), isYou: z.boolean() }).nullable(),
  answer: z.object({ text: z.string(), at: isoDate, by: z.string() }).nullable(),
  closedAt: isoDate.nullable(),
  commentCount: z.number().int(),
});

/** How an answer gets to the reporter. */
const answerWays = ['mail', 'notification', 'none'] as const;

const wholeReport = report.extend({
  /** Oldest first. Never for the reporter. */
  comments: z.array(z.object({ id, author: z.string(), text: z.string(), at: isoDate })),
  answeredBy: z.enum(answerWays),
});

export const reportsRoutes = defineRoutes({
  'POST /ark/reports': {
    summary: 'Report a player to the moderators of a server, or to the Admins',
    right: 'user',
    scope: 'moderation',
    body: textBody.extend({
      /** Either the ID, or the name where no ID is known, as in a chat message. */
      playerId: playerId.optional(),
      playerName: gameText(128).min(1).optional(),
      serverId: id.optional(),
    }),
    reply: ownReport,
  },
  'GET /ark/reports/own': {
    summary: "The caller's own reports and their answers, newest first",
    right: 'user',
    scope: 'moderation',
    reply: z.array(ownReport),
  },
  'GET /ark/reports': {
    summary: 'Reports about players on the servers that the caller moderates, newest first',
    right: 'moderator',
    scope: 'moderation',
    query: z.object({
      state: z.enum(reportStates).optional(),
      serverId: id.optional(),
      /** Only those assigned to the caller. */
      isMine: z.stringbool().optional(),
      search: z.string().max(100).optional(),
      /** `next` of the page before. */
      cursor: z
        .string()
        .regex(/^\d{1,15}_[\w-]{1,64}$/, 'This is not a cursor.')
        .optional(),
    }),
    reply: z.object({ reports: z.array(report), next: z.string().nullable() }),
  },
  'GET /ark/reports/waiting': {
    summary: 'How many open reports wait for the caller',
    right: 'moderator',
    scope: 'moderation',
    reply: z.object({ open: z.number().int() }),
  },
  'GET /ark/reports/{id}': {
    summary: 'A report with the comments of moderators',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    reply: wholeReport,
  },
  'POST /ark/reports/{id}/comments': {
    summary: 'Add a comment that only moderators see',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    body: textBody,
    reply: wholeReport,
  },
  'PUT /ark/reports/{id}/assignee': {
    summary: 'Take over a report, or assign it to nobody',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    body: z.object({ isMine: z.boolean() }),
    reply: wholeReport,
  },
  'POST /ark/reports/{id}/answer': {
    summary: 'Answer the reporter by mail, and close the report if wanted',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    body: textBody.extend({ isClosing: z.boolean().optional() }),
    reply: wholeReport,
  },
  'POST /ark/reports/{id}/close': {
    summary: 'Close a report',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    reply: wholeReport,
  },
  'POST /ark/reports/{id}/reopen': {
    summary: 'Reopen a report that was closed or answered',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    reply: wholeReport,
  },
});

export const reportsTopics = defineTopics({
  /** That a report on a server of the reader is new or has changed. */
  reports: {
    right: 'moderator',
    scope: 'moderation',
    isKeyed: false,
    snapshot: z.object({}),
    events: { changed: z.object({ id }) },
  },
});
