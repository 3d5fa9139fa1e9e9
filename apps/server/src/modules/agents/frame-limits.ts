import { agentLimits } from '@tribehall/contract/agent/agent.contract';

const code = (sign: string) => sign.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const opening = new Set([code('['), code('{')]);
const closing = new Set([code(']'), code('}')]);

/**
 * Returns which limit a frame exceeds, before it is parsed: parsing costs time per value, and no message of the contract
 * needs that many, or that depth.
 */
export function findExceededLimit(frame: Buffer): string | undefined {
  let values = 1;
  let depth = 0;
  for (let index = 0; index < frame.length; index += 1) {
    const byte = frame.readUInt8(index);
    if (byte === quote) index = endOfString(frame, index);
    else if (byte === comma) values += 1;
    else if (closing.has(byte)) depth -= 1;
    else if (opening.has(byte)) {
      values += 1;
      depth += 1;
      if (depth > agentLimits.maxFrameDepth)
        return `A message may be nested at most ${agentLimits.maxFrameDepth} deep.`;
    }
  }
  const max = agentLimits.maxFrameValues;
  return values > max ? `A message may have at most ${max.toLocaleString('en')} values.` : undefined;
}

/** The offset of the end of the string that starts here. */
function endOfString(frame: Buffer, start: number): number {
  for (let end = frame.indexOf(quote, start + 1); end >= 0; end = frame.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (frame[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return frame.length;
}
