import { games } from '../games.ts';
import { idKey, type Survivor } from '../survivor.ts';
import type { Game } from './game.ts';
import type { ScreenLine } from './screens.ts';

const maxMessageLength = 1_000;

/** Global chat. What a player types may hold line breaks and worse; the engine's strings end at NUL. */
export function say(game: Game, playerId: string, text: string): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor) return false;
  const message = text.replaceAll('\0', '').slice(0, maxMessageLength);
  const line = `${survivor.platformName} (${survivor.name}): ${message}`;
  game.serverLog.record(line);
  game.serverLog.chat(line);
  showAll(game, { kind: 'chat', text: line });
  return true;
}

export function sayAsServer(game: Game, text: string): void {
  if (game.switches.serverEcho) {
    game.serverLog.record(`SERVER: ${text}`);
    game.serverLog.chat(`SERVER: ${text}`);
  }
  showAll(game, { kind: 'server', text });
}

export function showAll(game: Game, line: ScreenLine): void {
  for (const survivor of game.roster.survivors()) game.screens.show(survivor.playerId, line);
}

/** Appears on that player's screen only. */
export function whisper(game: Game, isAddressed: (survivor: Survivor) => boolean, text: string): void {
  const survivor = game.roster.findWhere(isAddressed);
  if (survivor) game.screens.show(survivor.playerId, { kind: 'whisper', text });
}

export function whispersTo(game: Game, playerId: string): string[] {
  const lines = game.screens.lines(idKey(playerId));
  return lines.filter(({ kind }) => kind === 'whisper').map(({ text }) => text);
}

/** A command that an admin types in the game; the line links the platform id to the number. */
export function adminCommand(game: Game, playerId: string, command: string): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor) return false;
  const id = `${games[game.game].adminIdLabel}: ${survivor.playerId}`;
  const line = `AdminCmd: ${command} (PlayerName: ${survivor.platformName}, ARKID: ${survivor.arkId}, ${id})`;
  game.serverLog.record(line);
  if (game.switches.adminLogging) game.serverLog.chat(line);
  return true;
}
