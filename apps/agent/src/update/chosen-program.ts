import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { renameWhenFree } from '../files.ts';
import { createPoll } from '../watch/poll.ts';

/** A version of the agent that an update has installed below the state folder. */
const installedProgram = z.object({
  version: z.string(),
  folder: z.string(),
  /** Where npm packages are found that it does not bring along. */
  packages: z.string().optional(),
});
export type InstalledProgram = z.output<typeof installedProgram>;

/** Which program runs instead of the one that was started. */
const choice = z.object({
  program: installedProgram,
  /** It has connected to the portal; until then the previous one is still needed. */
  isProven: z.boolean(),
  previous: installedProgram.optional(),
  /** The version that was started. If it differs later, someone has installed the agent again. */
  launchedBy: z.string().optional(),
});
export type Choice = z.output<typeof choice>;

export function programsFolder(stateDir: string): string {
  return path.join(stateDir, 'programs');
}

export function readChoice(stateDir: string): Choice | undefined {
  try {
    const read = choice.parse(JSON.parse(fs.readFileSync(choiceFile(stateDir), 'utf8')));
    return fs.existsSync(mainOf(read.program)) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Atomic: there is always a program that can be started. */
export function writeChoice(stateDir: string, chosen: Choice | undefined): void {
  const file = choiceFile(stateDir);
  if (chosen === undefined) return fs.rmSync(file, { force: true });
  const unfinished = `${file}.${randomUUID()}`;
  fs.writeFileSync(unfinished, JSON.stringify(chosen), { mode: 0o600, flush: true });
  renameWhenFree(unfinished, file);
}

export function mainOf({ folder }: InstalledProgram): string {
  return path.join(folder, 'main.js');
}

const pollMs = 500;

/** Calls back when an update has been installed that has yet to be tried. */
export function watchChoice(stateDir: string, runningVersion: string, onUpdate: () => void): { stop(): Promise<void> } {
  const check = () => {
    const chosen = readChoice(stateDir);
    if (chosen && !chosen.isProven && chosen.program.version !== runningVersion) onUpdate();
    return Promise.resolve();
  };
  return createPoll(check, () => pollMs);
}

/** Removes programs that nothing starts any more. */
export function removeOldPrograms(stateDir: string): void {
  const chosen = readChoice(stateDir);
  const needed = new Set([chosen?.program.folder, chosen?.previous?.folder]);
  for (const entry of fs.readdirSync(programsFolder(stateDir), { withFileTypes: true })) {
    const folder = path.join(programsFolder(stateDir), entry.name);
    if (entry.isDirectory() && !needed.has(folder)) removeUnlessLocked(folder);
  }
}

/** What is locked is removed after the next update. */
function removeUnlessLocked(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    return;
  }
}

function choiceFile(stateDir: string): string {
  return path.join(programsFolder(stateDir), 'current.json');
}
