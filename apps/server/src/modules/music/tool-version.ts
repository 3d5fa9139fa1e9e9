import { statSync } from 'node:fs';
import type { Ctx } from '../../context.ts';
import { runProgram } from '../../platform/programs/run-program.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { findTool } from './tool-paths.ts';

const answerWithinMs = 20_000;
const freshForMs = 60 * 60 * 1000;

type Known = { fingerprint: string; readAt: number; version: Promise<string | null> };

const known = perPortal(() => ({ last: undefined as Known | undefined }));

/** The version of yt-dlp that is here; it takes a second to say it, so it is asked again only when the file changed. */
export function readLocalVersion(ctx: Ctx): Promise<string | null> {
  const path = findTool(ctx.config, 'yt-dlp');
  if (path === undefined) return Promise.resolve(null);
  const { mtimeMs, size } = statSync(path);
  const fingerprint = `${path} ${mtimeMs} ${size}`;
  const memory = known(ctx);
  const now = ctx.clock().getTime();
  if (memory.last?.fingerprint !== fingerprint || now - memory.last.readAt > freshForMs)
    memory.last = { fingerprint, readAt: now, version: askVersion(path) };
  return memory.last.version;
}

/** Null where it does not start or says something else. */
export async function askVersion(path: string): Promise<string | null> {
  const order = { path, args: ['--ignore-config', '--version'], timeoutMs: answerWithinMs };
  const end = await runProgram(order).catch(() => undefined);
  const said = end?.stdout.trim() ?? '';
  return end?.code === 0 && isVersion(said) ? said : null;
}

/** `2026.10.26`, and a time behind it for a nightly one. */
export function isVersion(text: string): boolean {
  return /^\d{4}\.\d{1,2}\.\d{1,2}(\.\d{1,9})?$/.test(text);
}

export function isAtLeast(version: string, wanted: string): boolean {
  const [have, need] = [version, wanted].map((text) => text.split('.').map(Number));
  for (const [place, number] of (need ?? []).entries()) {
    const difference = (have?.[place] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The day of a version. */
export function dayOf(version: string): Date {
  const [year = 0, month = 1, day = 1] = version.split('.').map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}
