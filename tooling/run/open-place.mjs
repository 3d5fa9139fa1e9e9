import fs from 'node:fs';
import path from 'node:path';

/** By the group or by everyone. */
const sharedBits = 0o022;
/** In such a folder, as /tmp is one, nobody can replace what belongs to others. */
const stickyBit = 0o1000;

/**
 * Where somebody other than these users could change the file or folder, or put another one in its place: itself, or the
 * first folder or link on the way to it. Undefined if nobody could. What does not exist is left out.
 * @param {string} file absolute @param {number[]} users their ids @returns {{ file: string, uid: number } | undefined}
 */
export function findOpenPlace(file, users = [0]) {
  const parent = path.dirname(file);
  const above = parent === file ? undefined : findOpenPlace(parent, users);
  if (above) return above;
  const state = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!state) return undefined;
  if (!users.includes(state.uid)) return { file, uid: state.uid };
  if (state.isSymbolicLink()) return findOpenPlace(path.resolve(fs.realpathSync(parent), fs.readlinkSync(file)), users);
  return isShared(state) && !(state.mode & stickyBit) ? { file, uid: state.uid } : undefined;
}

/** @param {fs.Stats} state */
export const isShared = ({ mode }) => (mode & sharedBits) !== 0;
