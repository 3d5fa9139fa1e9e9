import { createDecipheriv } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Scene } from '../model/scene.ts';
import { isAudible } from '../model/voice-states.ts';
import { createVoiceMeter, noteDropped, noteFrame, type HeardFrame } from './voice-meter.ts';

/** The user and key of an SSRC, and what those in the channel hear of a frame. */
export type Speaker = { userId: string; key: Buffer; hear: (frame: Buffer) => HeardFrame; sequence?: number };

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
    const discovered = discoveryReply(packet, from.address, from.port);
    const reply = packet.length === keepAliveBytes ? packet : discovered;
    if (reply) socket.send(reply, from.port, from.address);
    else receive(scene, speakers, packet);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address();
  return { port, speakers, close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

function receive(scene: Scene, speakers: ReadonlyMap<number, Speaker>, packet: Buffer): void {
  const ssrc = ssrcOf(packet);
  const speaker = ssrc === undefined ? undefined : speakers.get(ssrc);
  const channelId = speaker && scene.voiceStates.get(speaker.userId)?.channelId;
  if (!channelId) return;
  const meter = scene.voiceMeters.get(channelId) ?? createVoiceMeter();
  scene.voiceMeters.set(channelId, meter);
  meter.lost += countLost(speaker, packet);
  const frame = decryptRtp(packet, speaker.key);
  if (!isAudible(scene, speaker.userId)) return noteDropped(meter, frame);
  noteFrame(meter, frame ? speaker.hear(frame) : null);
}

/** On this machine packets do not overtake each other. */
function countLost(speaker: Speaker, packet: Buffer): number {
  const sequence = packet.readUInt16BE(2);
  const expected = speaker.sequence === undefined ? sequence : (speaker.sequence + 1) & 0xffff;
  speaker.sequence = sequence;
  return (sequence - expected) & 0xffff;
}

const requestType = 1;
const responseType = 2;
const totalBytes = 74;
const bodyBytes = 70;
const addressAt = 8;
const portAt = 72;

/** Replies to IP discovery with the address under which the sender is seen. */
export function discoveryReply(packet: Buffer, address: string, port: number): Buffer | undefined {
  if (packet.length !== totalBytes || packet.readUInt16BE(0) !== requestType) return undefined;
  const reply = Buffer.alloc(totalBytes);
  reply.writeUInt16BE(responseType, 0);
  reply.writeUInt16BE(bodyBytes, 2);
  packet.copy(reply, 4, 4, 8);
  reply.write(address, addressAt, 'ascii');
  reply.writeUInt16BE(port, portAt);
  return reply;
}

const headerBytes = 12;
const extensionBytes = 4;
const tagBytes = 16;
const nonceBytes = 4;

export function ssrcOf(packet: Buffer): number | undefined {
  const isRtp = packet.length > headerBytes && packet.readUInt8(0) >> 6 === 2;
  return isRtp ? packet.readUInt32BE(8) : undefined;
}

/** Opens a packet of `aead_aes256_gcm_rtpsize`; undefined where it was not sealed with this key. */
export function decryptRtp(packet: Buffer, key: Buffer): Buffer | undefined {
  const first = packet.readUInt8(0);
  const hasExtension = (first & 0x10) !== 0;
  const clear = headerBytes + (first & 0x0f) * 4 + (hasExtension ? extensionBytes : 0);
  const sealedEnd = packet.length - nonceBytes - tagBytes;
  if (sealedEnd <= clear) return undefined;
  const nonce = Buffer.alloc(12);
  packet.copy(nonce, 0, packet.length - nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAAD(packet.subarray(0, clear));
  decipher.setAuthTag(packet.subarray(sealedEnd, sealedEnd + tagBytes));
  try {
    const opened = Buffer.concat([decipher.update(packet.subarray(clear, sealedEnd)), decipher.final()]);
    const extended = hasExtension ? packet.readUInt16BE(clear - 2) * 4 : 0;
    return opened.subarray(extended);
  } catch {
    return undefined;
  }
}
