import http from 'node:http';
import type { Machine } from './machine.ts';

export type Heard = { atMs: number; id: string | undefined; topic: string; event: string; data: unknown };

export type Browser = {
  topics: readonly string[];
  heard: Heard[];
  /** The status of each attempt to open the stream. */
  attempts: { status: number; atMs: number }[];
  isOpen: () => boolean;
  /** Opens the stream; after a cut it goes on from the last id. */
  open: (port: number) => void;
  cut: () => void;
};

/** A tab: one stream of live messages with a session's token. */
export function createBrowser(machine: Machine, token: string, topics: readonly string[]): Browser {
  const heard: Heard[] = [];
  const attempts: Browser['attempts'] = [];
  let lastId: string | undefined;
  let request: http.ClientRequest | undefined;
  const end = (own: http.ClientRequest) => {
    machine.note();
    if (request === own) request = undefined;
  };
  const take = (frame: string) => {
    const id = /^id: (.*)$/m.exec(frame)?.[1];
    const json = /^data: (.*)$/m.exec(frame)?.[1];
    if (id !== undefined) lastId = id;
    if (json === undefined) return;
    const { topic = '', event, data } = JSON.parse(json) as { topic?: string; event: string; data: unknown };
    heard.push({ atMs: machine.nowMs(), id, topic, event, data });
  };
  return {
    topics,
    heard,
    attempts,
    isOpen: () => request !== undefined,
    open(port) {
      const own = http.get({
        host: '127.0.0.1',
        port,
        path: `/api/events?topics=${topics.join(',')}`,
        agent: false,
        headers: { authorization: `Bearer ${token}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      });
      request = own;
      own.on('error', () => end(own));
      own.on('close', () => end(own));
      own.on('response', (response) => {
        machine.note();
        attempts.push({ status: response.statusCode ?? 0, atMs: machine.nowMs() });
        let text = '';
        response.setEncoding('utf8');
        response.on('error', () => end(own));
        response.on('close', () => end(own));
        response.on('data', (chunk: string) => {
          machine.note();
          // What is on its way when the tab cuts the connection is not read.
          if (request !== own || response.statusCode !== 200) return;
          const frames = (text + chunk).split('\n\n');
          text = frames.pop() ?? '';
          for (const frame of frames) take(frame);
        });
      });
    },
    cut: () => {
      request?.destroy();
      request = undefined;
    },
  };
}
