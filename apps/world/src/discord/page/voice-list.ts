import { html, type Html } from '../http/html.ts';
import { botOf } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { createVoiceMeter, figuresOf } from '../voice/voice-meter.ts';

/** Who sits where, and whether something is to be heard. */
export function voiceList(scene: Scene): Html[] {
  const bot = botOf(scene);
  const rooms = [...scene.channels.values()].filter(({ kind }) => kind === 'voice');
  return rooms.map(({ id, name }) => {
    const there = [...scene.voiceStates].filter(([, { channelId }]) => channelId === id);
    const people = there.flatMap(([personId]) => scene.people.get(personId) ?? []);
    const { framesPerSecond, frames } = figuresOf(scene.voiceMeters.get(id) ?? createVoiceMeter());
    const isPlaying = framesPerSecond > 0;
    const hasBot = people.includes(bot);
    return html`<ul>
      <li class="room">${name}</li>
      ${people.map(({ globalName }) => html`<li class="there">${globalName}</li>`)}
      ${hasBot && isPlaying && html`<li class="audio">bot is playing: ${framesPerSecond} frames/s</li>`}
      ${hasBot && !isPlaying && html`<li class="there quiet">bot is silent (${frames} frames so far)</li>`}
    </ul>`;
  });
}
