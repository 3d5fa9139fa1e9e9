import { generateKeyPairSync, sign } from 'node:crypto';

/** The group at one epoch. */
export type GroupMoment = { id: Buffer; epoch: bigint };

/**
 * The part of MLS (RFC 9420) that a voice server plays: it belongs to no group, but proposes who is added and removed, as
 * the external sender that every member knows.
 */
export type ExternalSender = {
  /** Its key, as members get it. */
  credential: Buffer;
  propose: (group: GroupMoment, proposals: readonly Buffer[]) => Buffer;
};

const protocolVersion = 1;
const publicMessage = 1;
const senderExternal = 2;
const contentProposal = 2;
const basicCredential = 1;

/** With a new key of the only cipher suite that DAVE knows: P-256, SHA-256. */
export function createExternalSender(): ExternalSender {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const signed = ({ id, epoch }: GroupMoment, proposal: Buffer) => {
    const content = [
      vector(id),
      uint64(epoch),
      uint8(senderExternal),
      uint32(0),
      vector(),
      uint8(contentProposal),
      proposal,
    ];
    const message = Buffer.concat([uint16(protocolVersion), uint16(publicMessage), ...content]);
    const labelled = Buffer.concat([vector(Buffer.from('MLS 1.0 FramedContentTBS')), vector(message)]);
    return Buffer.concat([message, vector(sign('sha256', labelled, privateKey))]);
  };
  return {
    credential: Buffer.concat([vector(point), uint16(basicCredential), vector(Buffer.from('voice server'))]),
    propose: (group, proposals) => vector(Buffer.concat(proposals.map((proposal) => signed(group, proposal)))),
  };
}

export const addProposal = (keyPackage: Buffer) => Buffer.concat([uint16(1), keyPackage]);
export const removeProposal = (leaf: number) => Buffer.concat([uint16(3), uint32(leaf)]);

const cipherSuite = 2;

/** A committer sends both in one piece. The welcome is the end that consists of a cipher suite and two vectors. */
export function splitCommit(message: Buffer): { commit: Buffer; welcome?: Buffer } {
  for (let at = message.length - 4; at > 0; at -= 1) {
    if (message.readUInt16BE(at) !== cipherSuite) continue;
    const secretsEnd = vectorEnd(message, at + 2);
    const end = secretsEnd === undefined ? undefined : vectorEnd(message, secretsEnd);
    if (end === message.length) return { commit: message.subarray(0, at), welcome: message.subarray(at) };
  }
  return { commit: message };
}

/** Where a vector with a length of one, two or four bytes ends; undefined where there is none. */
function vectorEnd(bytes: Buffer, at: number): number | undefined {
  const size = [1, 2, 4][(bytes[at] ?? 0xff) >> 6];
  if (size === undefined || at + size > bytes.length) return undefined;
  const length = bytes.readUIntBE(at, size) & (2 ** (8 * size - 2) - 1);
  return length === 0 || at + size + length > bytes.length ? undefined : at + size + length;
}

function vector(bytes: Buffer = Buffer.alloc(0)): Buffer {
  const { length } = bytes;
  if (length < 0x40) return Buffer.concat([uint8(length), bytes]);
  return Buffer.concat([length < 0x4000 ? uint16(0x4000 | length) : uint32(0x80000000 + length), bytes]);
}

function uint8(value: number): Buffer {
  return Buffer.from([value]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
