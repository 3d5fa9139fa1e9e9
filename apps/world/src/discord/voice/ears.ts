import { createSocket } from 'node:dgram';
import type { Scene } from '../model/scene.ts';
import { answerDiscovery } from './discovery.ts';
import { decryptRtp, ssrcOf } from './rtp.ts';
import { createVoiceMeter, noteFrame } from './voice-meter.ts';

/** Who speaks under an SSRC, and with which key. */
export type Speaker = { userId: string; key: Buffer };

export type Ears = { port: number; speakers: Map<number, Speaker>; close: () => Promise<void> };

/** A counter that is sent back as it came. */
const keepAliveBytes = 8;

/** The UDP side of the voice server. It opens every packet and counts what was in it. */
export async function openEars(scene: Scene): Promise<Ears> {
  const socket = createSocket('udp4');
  const speakers = new Map<number, Speaker>();
  socket.on('error', () => {});
  socket.on('message', (packet, from) => {
    if (scene.switches.down) return;
    const discovered = answerDiscovery(packet, from.address, from.port);
    const answer = packet.length === keepAliveBytes ? packet : discovered;
    if (answer) socket.send(answer, from.port, from.address);
    else hear(scene, speakers, packet);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address();
  return { port, speakers, close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

function hear(scene: Scene, speakers: ReadonlyMap<number, Speaker>, packet: Buffer): void {
  const ssrc = ssrcOf(packet);
  const speaker = ssrc === undefined ? undefined : speakers.get(ssrc);
  const channelId = speaker && scene.voiceStates.get(speaker.userId)?.channelId;
  if (!channelId) return;
  const meter = scene.voiceMeters.get(channelId) ?? createVoiceMeter();
  scene.voiceMeters.set(channelId, meter);
  const opus = decryptRtp(packet, speaker.key);
  if (opus) noteFrame(meter, opus);
  else meter.undecryptable += 1;
}
