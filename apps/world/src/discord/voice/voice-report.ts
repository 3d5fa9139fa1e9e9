import { isVoiceBased } from '../demo.ts';
import type { Scene } from '../model/scene.ts';
import type { VoiceReport } from '../steering-messages.ts';
import { createVoiceMeter, figuresOf } from './voice-meter.ts';

export function reportVoice(scene: Scene): VoiceReport {
  const channels = [...scene.channels.values()].filter(isVoiceBased);
  const entries = channels.map(({ id, name }) => {
    const there = [...scene.voiceStates].filter(([, { channelId }]) => channelId === id);
    const people = there.flatMap(([personId]) => scene.people.get(personId)?.username ?? []);
    const asking = there.flatMap(([personId, { requestedToSpeakAt }]) =>
      requestedToSpeakAt === undefined ? [] : (scene.people.get(personId)?.username ?? []),
    );
    return [name, { people, asking, figures: figuresOf(scene.voiceMeters.get(id) ?? createVoiceMeter()) }];
  });
  return {
    channels: Object.fromEntries(entries) as VoiceReport['channels'],
    maxDaveProtocolVersion: scene.maxDaveProtocolVersion ?? null,
    daveEpoch: scene.daveEpoch,
  };
}
