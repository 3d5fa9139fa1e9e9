import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplyOutput } from '@tribehall/contract';
import { onTestFinished } from 'vitest';
import { agentUrl } from '../../testing/test-agent.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestUser } from '../../testing/test-users.ts';

type Reply = { data: ReplyOutput<'POST /terminal'>; code?: string; error?: string; details?: unknown };
type Event = {
  event: string;
  data: { id?: string; text?: string; endedBy?: string; code?: number | null; message?: string };
};

/** A folder that nobody else knows, by its real path. As root, commands run as another user, who writes to it. */
export function ownFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'terminal-')));
  chmodSync(folder, 0o777);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function postCommand(app: TestApp, user: TestUser, body: object) {
  const request = { method: 'POST', url: '/api/terminal', headers: user.headers, payload: body } as const;
  const reply = await app.http.inject(request);
  return { status: reply.statusCode, body: reply.json<Reply>() };
}

/** A running command over a real connection. */
export async function openRun(url: string, token: string, body: object) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/terminal/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const events: Event[] = [];
  let rest = '';
  const read = async () => {
    for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const frames = `${rest}${text}`.split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames)
        if (frame.startsWith('data: ')) events.push(JSON.parse(frame.slice('data: '.length)) as Event);
    }
  };
  const done = response.ok ? read().catch(() => {}) : response.text().then((text) => void (rest = text));
  return {
    status: response.status,
    id: () => events.find(({ event }) => event === 'started')?.data.id,
    text: () => events.map(({ data }) => data.text ?? '').join(''),
    end: () => events.find(({ event }) => event === 'ended')?.data,
    events,
    leave: () => leaving.abort(),
    done,
  };
}

export async function urlOf(app: TestApp): Promise<string> {
  return (await agentUrl(app)).replace(/^ws/, 'http').replace(/(:\d+)\/.*$/, '$1');
}

/**
 * A command that starts others which do not want to end: one in a session of its own, one without its parent, one that
 * is deaf to SIGTERM. Their numbers are file names.
 */
export function stubborn(folder: string): { cmd: string; args: string[] } {
  const one = `bash -c 'trap "" TERM; >${folder}/$$; while :; do sleep 1; done'`;
  const script = `trap '' TERM; setsid ${one} & (setsid ${one} </dev/null >/dev/null 2>&1 &); echo ready; ${one}`;
  return { cmd: 'bash', args: ['-c', script] };
}

export const stubbornCount = 3;

export function pidsIn(folder: string): number[] {
  return existsSync(folder) ? readdirSync(folder).map(Number) : [];
}

/** A zombie is dead, even if its parent has not reaped it yet. */
export function livingIn(folder: string): number[] {
  return pidsIn(folder).filter((pid) => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  });
}

/** Whatever a failed test left running. */
export function endAllIn(folder: string): void {
  for (const pid of livingIn(folder)) process.kill(pid, 'SIGKILL');
}
