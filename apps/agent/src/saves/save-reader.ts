import { hashText } from '@tribehall/ark/saves/byte-hash';
import { SaveError } from '@tribehall/ark/saves/save-error';
import fs from 'node:fs';
import os from 'node:os';
import { on } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildFile, isSingleFile, readAsset } from '../executable/single-file.ts';
import { type FromReader, readSave, type SaveListener, type ToReader } from './reader/read-save.ts';

// A separate process for each save: whatever a damaged save does to it, the agent keeps running.

const progressMs = 100;

process.umask(0o077);
// The agent handles signals; this process exits with the agent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(1));
lowerPriority();

const messages = on(process, 'message');
send({ type: 'ready' });
const asked = await receive();
let progressAt = performance.now();
try {
  if (asked.type !== 'open') throw new Error('The first message was not a request.');
  const listener: SaveListener = {
    async begin(head, base) {
      send({ type: 'head', head, base });
      const reply = await receive();
      return reply.type === 'begin' ? reply.wanted : { hasBase: false, takesGround: false };
    },
    async rows(json) {
      send({ type: 'rows', json });
      await receive();
      progressAt = performance.now();
    },
    async progress() {
      if (performance.now() - progressAt < progressMs) return;
      send({ type: 'progress' });
      // Lets this process notice that the agent is gone.
      await nextTurn();
      progressAt = performance.now();
    },
  };
  const report = await readSave(asked.request, listener, readerVersion());
  send({ type: 'end', report });
} catch (error) {
  send({ type: 'failed', reason: inWords(error) });
}
process.disconnect();

/** Another one reads everything again. This file has the names of all others, and those have hashes of their contents. */
function readerVersion(): string {
  if (isSingleFile) return readAsset(buildFile);
  const { low, high } = hashText(fs.readFileSync(fileURLToPath(import.meta.url), 'latin1'));
  return `${low} ${high}`;
}

async function receive(): Promise<ToReader> {
  const { value } = (await messages.next()) as { value: [ToReader] };
  return value[0];
}

function send(message: FromReader): void {
  process.send?.(message);
}

function inWords(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  if ((error as { code?: unknown } | undefined)?.code === 'ENOSPC') return "The agent's disk is full.";
  return error instanceof SaveError ? `The world save is damaged or in an unknown format. ${words}` : words;
}

/** The game on the same machine comes first, for CPU and for memory. */
function lowerPriority(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform === 'linux') fs.writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Best effort.
  }
}
