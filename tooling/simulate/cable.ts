import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Machine } from './machine.ts';

export type Direction = 'toPortal' | 'toAgent';

/** What happens to the next message in one direction. */
export type FrameFault = 'lost' | 'halved' | 'delivered-then-cut' | 'doubled';

export type Cable = {
  port: number;
  fault: (direction: Direction, fault: FrameFault) => void;
  /** Delivers nothing for so long; later everything, in order. */
  stall: (ms: number) => void;
  /** Accepts no connection for so long. */
  refuse: (ms: number) => void;
  /** Cuts the connection, without a word to either side. */
  cut: () => void;
  close: () => Promise<void>;
};

type CableOptions = { machine: Machine; portOf: () => number | undefined };

/** The network between an agent and a portal: real sockets, and faults at the boundaries of WebSocket messages. */
export async function layCable({ machine, portOf }: CableOptions): Promise<Cable> {
  const faults: Record<Direction, FrameFault[]> = { toPortal: [], toAgent: [] };
  const ends = new Set<() => void>();
  let stalledUntil = 0;
  let refusesUntil = 0;
  const cut = () => {
    for (const end of ends) end();
  };

  const join = (from: net.Socket, to: net.Socket, direction: Direction, end: () => void) => {
    const split = createFrameSplitter();
    const waiting: (() => void)[] = [];
    let isWaiting = false;
    const release = () => {
      isWaiting = false;
      for (const deliver of waiting.splice(0)) deliver();
    };
    const deliver = (work: () => void) => {
      const leftMs = stalledUntil - machine.nowMs();
      if (leftMs <= 0 && !isWaiting) return work();
      waiting.push(work);
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(release, Math.max(1, leftMs));
    };
    const send = (bytes: Buffer) => {
      machine.note();
      if (!to.destroyed) to.write(bytes);
    };
    const pass = (frame: Buffer, isMessage: boolean) => {
      const fault = isMessage && isFor(faults[direction][0], frame) ? faults[direction].shift() : undefined;
      if (fault !== 'lost') send(fault === 'halved' ? frame.subarray(0, Math.ceil(frame.length / 2)) : frame);
      if (fault === 'doubled') send(frame);
      else if (fault !== undefined) end();
    };
    from.on('data', (bytes) => {
      machine.note();
      for (const { frame, isMessage } of split(bytes)) deliver(() => pass(frame, isMessage));
    });
    from.on('error', end);
    from.on('close', () => {
      machine.note();
      deliver(end);
    });
  };

  const server = net.createServer((agent) => {
    machine.note();
    const port = portOf();
    if (port === undefined || machine.nowMs() < refusesUntil) {
      agent.on('error', () => undefined);
      agent.destroy();
      return;
    }
    const portal = net.connect(port, '127.0.0.1');
    for (const socket of [agent, portal]) socket.setNoDelay(true);
    const end = () => {
      ends.delete(end);
      agent.destroy();
      portal.destroy();
    };
    ends.add(end);
    join(agent, portal, 'toPortal', end);
    join(portal, agent, 'toAgent', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fault: (direction, fault) => void faults[direction].push(fault),
    stall: (ms) => void (stalledUntil = machine.nowMs() + ms),
    refuse: (ms) => void (refusesUntil = machine.nowMs() + ms),
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Of what the portal sends, commands are doubled: what becomes of a doubled reply is of no interest. */
function isFor(fault: FrameFault | undefined, frame: Buffer): boolean {
  const isMasked = ((frame[1] ?? 0) & 0x80) !== 0;
  return fault !== 'doubled' || isMasked || frame.includes('"method":');
}

type Frame = { frame: Buffer; isMessage: boolean };

const headEnd = Buffer.from('\r\n\r\n');

/** Splits one direction of a connection into the head of HTTP and the frames of the WebSocket after it. */
function createFrameSplitter(): (bytes: Buffer) => Frame[] {
  let held: Buffer = Buffer.alloc(0);
  let isHead = true;
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    const frames: Frame[] = [];
    for (;;) {
      const length = isHead ? headLength(held) : frameLength(held);
      if (length === undefined || held.length < length) return frames;
      const isText = !isHead && ((held[0] ?? 0) & 0x0f) === 1;
      frames.push({ frame: held.subarray(0, length), isMessage: isText });
      held = held.subarray(length);
      isHead = false;
    }
  };
}

function headLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(headEnd);
  return end < 0 ? undefined : end + headEnd.length;
}

function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined;
  const mask = ((bytes[1] ?? 0) & 0x80) === 0 ? 0 : 4;
  const short = (bytes[1] ?? 0) & 0x7f;
  if (short < 126) return 2 + mask + short;
  if (short === 126) return bytes.length < 4 ? undefined : 4 + mask + bytes.readUInt16BE(2);
  return bytes.length < 10 ? undefined : 10 + mask + Number(bytes.readBigUInt64BE(2));
}
