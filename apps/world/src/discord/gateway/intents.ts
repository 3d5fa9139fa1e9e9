import { GatewayDispatchEvents, GatewayIntentBits, type GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import type { Dispatch, Scene } from '../model/scene.ts';

/** What a session must have asked for to hear of something. All else comes to everyone. */
const needed: Partial<Record<GatewayDispatchEvents, GatewayIntentBits>> = {
  [GatewayDispatchEvents.GuildRoleUpdate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.GuildMemberAdd]: GatewayIntentBits.GuildMembers,
  [GatewayDispatchEvents.GuildMemberRemove]: GatewayIntentBits.GuildMembers,
  [GatewayDispatchEvents.MessageCreate]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.MessageUpdate]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.MessageDelete]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.VoiceStateUpdate]: GatewayIntentBits.GuildVoiceStates,
};

/** The event as a session with these intents gets it; undefined where it does not. */
export function forIntents({ application }: Scene, intents: number, dispatch: Dispatch): Dispatch | undefined {
  const bit = needed[dispatch.t as GatewayDispatchEvents];
  const isOwnVoice = dispatch.t === GatewayDispatchEvents.VoiceStateUpdate && dispatch.d.user_id === application.id;
  if (bit && !(intents & bit) && !isOwnVoice) return undefined;
  const isMessage =
    dispatch.t === GatewayDispatchEvents.MessageCreate || dispatch.t === GatewayDispatchEvents.MessageUpdate;
  if (!isMessage || intents & GatewayIntentBits.MessageContent) return dispatch;
  return isForBot(application.id, dispatch.d)
    ? dispatch
    : { ...dispatch, d: { ...dispatch.d, content: '', embeds: [] } };
}

/** Without the privileged intent a bot reads what it wrote and what names it. */
function isForBot(botId: string, { author, mentions }: GatewayMessageCreateDispatchData): boolean {
  return author.id === botId || mentions.some(({ id }) => id === botId);
}
