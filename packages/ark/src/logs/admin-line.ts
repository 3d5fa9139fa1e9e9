import { isPlayerId } from '../rcon/replies.ts';
import type { LogFact } from './log-event.ts';

const start = 'AdminCmd: ';
const nameStart = ' (PlayerName: ';
const ids = /, ARKID: (\d{1,20}), (?:SteamID|PlatformID|EpicID|EOSID): ?([0-9A-Za-z]{0,64})\)$/;

/** `AdminCmd: <command> (PlayerName: X, ARKID: 827627995, PlatformID: 0002…)` */
export function adminCommand(text: string): LogFact | undefined {
  const found = text.startsWith(start) ? ids.exec(text.slice(-140)) : null;
  const head = found ? text.slice(start.length, -found[0].length) : '';
  const at = head.lastIndexOf(nameStart);
  // `): ` is how chat goes on after a name: a player called "AdminCmd: …" must not give ids to anybody.
  if (!found || at < 0 || head.includes('): ')) return undefined;
  const playerId = (found[2] ?? '').toLowerCase();
  return {
    kind: 'admin-command',
    command: head.slice(0, at).trim(),
    playerName: head.slice(at + nameStart.length).trim(),
    arkId: found[1] ?? '',
    ...(isPlayerId(playerId) && { playerId }),
  };
}
