import { statSync } from 'node:fs';
import type { Ctx } from '../../../context.ts';
import { runProgram } from '../../../platform/programs/run-program.ts';
import { findTool } from './tool-paths.ts';

const replyWithinMs = 20_000;
const freshForMs = 60 * 60 * 1000;
/** It may have been too busy to reply. */
const unknownForMs = 60 * 1000;

/** The installed version of yt-dlp. Asking it takes a second, so the version is cached until the file changes. */
export function readLocalVersion(ctx: Ctx): Promise<string | null> {
  const path = findTool(ctx.config, 'yt-dlp');
  if (path === undefined) return Promise.resolve(null);
  const { mtimeMs, size } = statSync(path);
  const fingerprint = `${path} ${mtimeMs} ${size}`;
  const { music } = ctx.state;
  const now = ctx.clock().getTime();
  const cached = music.installedVersion;
  if (cached?.fingerprint === fingerprint && now < cached.freshUntilMs) return cached.version;
  const asked = { fingerprint, freshUntilMs: now + freshForMs, version: askVersion(path) };
  void asked.version.then((version) => version ?? (asked.freshUntilMs = now + unknownForMs));
  music.installedVersion = asked;
  return asked.version;
}

/** Null where it does not start or prints something else. */
export async function askVersion(path: string): Promise<string | null> {
  const run = { path, args: ['--ignore-config', '--version'], timeoutMs: replyWithinMs };
  const end = await runProgram(run).catch(() => undefined);
  const printed = end?.stdout.trim() ?? '';
  return end?.code === 0 && isVersion(printed) ? printed : null;
}

/** `2026.10.26`, followed by a time for a nightly build. */
export function isVersion(text: string): boolean {
  return /^\d{4}\.\d{1,2}\.\d{1,2}(\.\d{1,9})?$/.test(text);
}

export function isAtLeast(version: string, wanted: string): boolean {
  const [have, need] = [version, wanted].map((text) => text.split('.').map(Number));
  for (const [index, number] of (need ?? []).entries()) {
    const difference = (have?.[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The release date. */
export function dayOf(version: string): Date {
  const [year = 0, month = 1, day = 1] = version.split('.').map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}
