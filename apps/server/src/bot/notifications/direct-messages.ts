import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes } from 'discord.js';
import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import {
  applyDiscordOutcome,
  claimDiscordNotices,
  type DiscordNotice,
  type DiscordOutcome,
} from '../../modules/notifications/delivery/discord-messages.service.ts';
import { deliverySubject } from '../../modules/notifications/notifications.service.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Connected } from '../gateway/connection.ts';
import { cut, harmlessName } from '../harmless-text.ts';

const lookEveryMs = 15_000;
/** Between two messages to anyone: Discord closes the accounts of bots that write to many people at once. */
const pauseMs = 1000;
const maxLines = 10;
const maxPartLength = 300;

const { CannotSendMessagesToThisUser, CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, UnknownUser } =
  RESTJSONErrorCodes;

/** The reason shown to the user, by the error code of Discord. */
const refusals: Record<number, string> = {
  [CannotSendMessagesToThisUser]:
    'Discord refused a message to you. Allow direct messages from members of the community guild, then switch this on again.',
  [CannotSendMessagesToThisUserDueToHavingNoMutualGuilds]:
    'The bot can write only to members of a guild that it is in. Join the community guild, then switch this on again.',
  [UnknownUser]: 'Your Discord account was not found. Link Discord again, then switch this on again.',
};

/** Sends notifications to those who chose Discord: one message for all that is due, one person at a time. */
export function sendDirectMessages(ctx: Ctx, connected: Connected): () => void {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => (running ??= sendDue(ctx, connected, stopping.signal).finally(() => (running = undefined)));
  const failure = 'Notifications could not be sent to Discord';
  const wake = () => void run().catch((err: unknown) => ctx.log.warn({ err }, failure));
  const stops = [
    ctx.bus.subscribe(deliverySubject('discord'), wake),
    repeat(ctx.log, { everyMs: lookEveryMs, failure }, run),
  ];
  return () => {
    stopping.abort();
    for (const stop of stops) stop();
  };
}

async function sendDue(ctx: Ctx, connected: Connected, signal: AbortSignal): Promise<void> {
  // What happens within a second goes into one message.
  const pause = () => wait(pauseMs, undefined, { signal }).catch(() => undefined);
  await pause();
  while (!signal.aborted && connected.isConnected()) {
    const notices = await claimDiscordNotices(ctx);
    if (notices.length === 0) return;
    for (const notice of notices) {
      // The rest is leased; the process that runs the bot after the lease ends sends it.
      if (signal.aborted) return;
      await applyDiscordOutcome(ctx, notice, await send(ctx, connected, notice));
      await pause();
    }
  }
}

async function send(ctx: Ctx, { client }: Connected, notice: DiscordNotice): Promise<DiscordOutcome> {
  try {
    const channel = await client.users.createDM(notice.discordId);
    await channel.send({
      content: messageOf(ctx, notice),
      nonce: nonceOf(notice),
      enforceNonce: true,
      allowedMentions: { parse: [] },
      flags: MessageFlags.SuppressEmbeds,
    });
    return { state: 'sent' };
  } catch (err) {
    const problem = err instanceof DiscordAPIError ? refusals[Number(err.code)] : undefined;
    ctx.log.info({ err }, 'A notification did not reach Discord');
    if (problem !== undefined) return { state: 'refused', problem };
    const isFinal = err instanceof DiscordAPIError && err.status >= 400 && err.status < 500 && err.status !== 429;
    return { state: isFinal ? 'dropped' : 'retry' };
  }
}

function messageOf(ctx: Ctx, { deliveries }: DiscordNotice): string {
  const shown = deliveries.slice(0, maxLines);
  const rest = deliveries.length - shown.length;
  const lines = shown.map(({ text, detail }) => {
    const more = detail === null ? '' : `: ${part(detail)}`;
    return `**${part(text)}**${more}`;
  });
  const [first] = deliveries;
  const isOne = deliveries.length === 1 && first !== undefined;
  const link = `<${publicUrl(ctx.config, ctx.config.PORT)}${isOne ? first.path : '/'}>`;
  return cut([...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'), 2000 - link.length - 1) + `\n${link}`;
}

function part(text: string): string {
  return cut(harmlessName(text), maxPartLength);
}

/** Discord shows a message that is sent again only once. */
function nonceOf({ deliveries }: DiscordNotice): string {
  const ids = deliveries.map(({ notificationId }) => String(notificationId)).join(' ');
  return createHash('sha256').update(ids).digest('hex').slice(0, 24);
}
