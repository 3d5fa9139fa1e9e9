import { createDecipheriv } from 'node:crypto';

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
