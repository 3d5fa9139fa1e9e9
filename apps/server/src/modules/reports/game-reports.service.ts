import { speakerName } from '@tribehall/contract/shared/text';
import type { Ctx } from '../../context.ts';
import { sendCommand, type AfterCommit } from '../agents/agents.service.ts';
import type { ChatCommandUse } from '../chat/chat-commands.service.ts';
import { countAttempt } from '../sessions/attempts.service.ts';
import { findMentioned, findOnlineNamed, lockOwnerOf, type NamedPlayer, type Reporter } from './reporters.store.ts';
import { reporterKey, storeReport } from './reports.service.ts';

/** A reply to what was written earlier would come out of nowhere. */
const replyWithinMs = 60_000;
const maxNameLength = 128;

const replies = {
  sent: 'Your report was sent.',
  usage: 'To report a player, write !report, their name and what happened.',
  tooMany: 'You have too many open reports. Wait until some of them are answered.',
  tooFast: 'You sent several reports in a short time. Try again in a few minutes.',
};

/** `!report <name> <text>` in the chat of the game. */
export async function reportFromGame(ctx: Ctx, use: ChatCommandUse): Promise<AfterCommit | undefined> {
  const reporter = await findReporter(ctx, use);
  const key = reporterKey(reporter);
  const reply = await carryOut(ctx, use, reporter);
  // Commands of someone who floods the chat must not flood the game with replies.
  if (reply !== replies.sent && (await countAttempt(ctx, 'report-refusal', key)) !== undefined) return undefined;
  const { playerId } = reporter;
  if (playerId === null || use.ageMs >= replyWithinMs) return undefined;
  // In the background: the next events of the agent do not wait for it.
  return async (ctx) => void whisper(ctx, use.server.id, playerId, reply);
}

async function carryOut(ctx: Ctx, use: ChatCommandUse, reporter: Reporter): Promise<string> {
  const meant = await findMeant(ctx, use);
  if (!meant) return replies.usage;
  if ((await countAttempt(ctx, 'report', reporterKey(reporter))) !== undefined) return replies.tooFast;
  const actor = { userId: reporter.userId, username: reporter.name, address: `game:${reporter.playerId ?? ''}` };
  const { id, name } = use.server;
  const row = await storeReport(ctx, actor, {
    source: 'game',
    reporter,
    server: { id, name },
    player: meant.player,
    text: meant.text,
  });
  return row ? replies.sent : replies.tooMany;
}

async function findReporter(ctx: Ctx, { server, speaker }: ChatCommandUse): Promise<Reporter> {
  const named = speaker.playerId ?? (await findOnlineNamed(ctx.db, server.id, speaker.name)) ?? null;
  const userId = named === null ? undefined : await lockOwnerOf(ctx.db, server.id, named);
  return { userId: userId ?? null, playerId: named, name: speakerName(speaker) };
}

type Meant = { player: { id: string | null; name: string }; text: string };

/** Names may contain spaces: the longest that a player of the server has, one in quotation marks, or else one word. */
async function findMeant(ctx: Ctx, { server, text }: ChatCommandUse): Promise<Meant | undefined> {
  const [, quoted, afterQuoted = ''] = /^["“”]([^"“”]+)["“”](.*)$/su.exec(text) ?? [];
  const said = quoted?.trim() ?? text;
  const found = await findMentioned(ctx.db, server.id, said);
  const isWhole = ({ name }: NamedPlayer) =>
    quoted === undefined ? /^([\s:,]|$)/u.test(said.slice(name.length)) : said.length === name.length;
  const [best, ...others] = found.filter(isWhole);
  const rest = (name: string) => (quoted === undefined ? text.slice(name.length) : afterQuoted);
  const name = best?.name ?? quoted?.trim() ?? (/^\S+/u.exec(text)?.[0] ?? '').slice(0, maxNameLength);
  const about = rest(name).replace(/^[\s:,]+/u, '');
  if (name === '' || about === '') return undefined;
  const isSame = (other: (typeof found)[number]) =>
    other.name.length === best?.name.length && other.isOnline === best.isOnline && other.playerId !== best.playerId;
  return { player: { id: best && !others.some(isSame) ? best.playerId : null, name }, text: about };
}

/** If it does not arrive, the report is stored nevertheless. */
async function whisper(ctx: Ctx, serverId: string, playerId: string, text: string): Promise<void> {
  try {
    await sendCommand(ctx, serverId, 'players.whisper', { playerId, text });
  } catch (err) {
    ctx.log.debug({ err, serverId }, 'The reply to a report did not reach the player');
  }
}
