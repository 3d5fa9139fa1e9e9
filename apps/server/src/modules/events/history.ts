export type HeldMessage = { seq: number; channel: string; json: string };

const maxHeld = 2000;
const maxHeldLength = 8 * 1024 * 1024;

/** The last messages, numbered in the order in which they arrived. */
export function createHistory() {
  let held: HeldMessage[] = [];
  let heldLength = 0;
  let seq = 0;
  /** Messages up to this one may be missing. */
  let dropped = 0;

  /** Drops the oldest messages beyond the limits. */
  const trim = () => {
    let first = held.length;
    heldLength = 0;
    for (; first > Math.max(0, held.length - maxHeld); first -= 1) {
      const length = held[first - 1]?.json.length ?? 0;
      if (heldLength + length > maxHeldLength) break;
      heldLength += length;
    }
    dropped = held[first - 1]?.seq ?? dropped;
    held = held.slice(first);
  };

  return {
    last: () => seq,
    /** Uses up a number without a message. */
    skip: () => (seq += 1),
    add(channel: string, json: string): HeldMessage {
      seq += 1;
      const message = { seq, channel, json };
      held.push(message);
      heldLength += json.length;
      if (held.length > maxHeld * 2 || heldLength > maxHeldLength * 2) trim();
      return message;
    },
    /** The messages of these channels after that one; undefined if some may be missing. */
    since(last: number, channels: ReadonlySet<string>): HeldMessage[] | undefined {
      if (last > seq || last < dropped) return undefined;
      return held.filter((message) => message.seq > last && channels.has(message.channel));
    },
    clear(): void {
      held = [];
      heldLength = 0;
      dropped = seq;
    },
  };
}
