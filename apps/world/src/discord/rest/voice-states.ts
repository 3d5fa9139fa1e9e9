import { asFields } from '../../fields.ts';
import { botOf } from '../model/people.ts';
import { isDenied } from '../model/permissions.ts';
import { changeSpeech } from '../model/voice-states.ts';
import { refuse, refuseField } from './discord-error.ts';
import type { Call } from './route.ts';

/** On a stage the bot becomes a speaker by itself only as a moderator; others ask, and wait for one. */
export function changeOwnVoiceState({ scene, body }: Call): void {
  const bot = botOf(scene);
  const state = scene.voiceStates.get(bot.id);
  const { channel_id: channelId, suppress, request_to_speak_timestamp: requestedAt } = asFields(body) ?? {};
  if (!state || (channelId !== undefined && channelId !== state.channelId)) throw refuse('UnknownVoiceState');
  if (scene.channels.get(state.channelId)?.kind !== 'stage') throw refuse('CannotExecuteActionOnThisChannelType');
  if (suppress === false && !scene.switches.granted.includes('MuteMembers')) throw refuse('MissingPermissions');
  if (typeof requestedAt === 'string') {
    if (isDenied(scene, 'RequestToSpeak')) throw refuse('MissingPermissions');
    if (Number.isNaN(Date.parse(requestedAt)))
      throw refuseField('request_to_speak_timestamp', 'DATE_TIME_TYPE_PARSE', 'Could not parse the time.');
  }
  changeSpeech(scene, bot, {
    ...(typeof suppress === 'boolean' ? { isSuppressed: suppress } : {}),
    ...(requestedAt === undefined
      ? {}
      : { requestedToSpeakAt: typeof requestedAt === 'string' ? new Date(requestedAt).toISOString() : undefined }),
  });
}
