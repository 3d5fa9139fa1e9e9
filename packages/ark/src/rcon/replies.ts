import { withoutControls } from '../text/unsafe-text.ts';

/** `name` is the platform's (Steam, Epic, console), not the survivor's. */
export type OnlinePlayer = { id: string; name: string };

/** The game's reply to a command without output, byte for byte. */
export const noResponse = 'Server received, But no response!! \n ';

const silence = noResponse.trim().toLowerCase();
const playerId = /^(\d{15,20}|[0-9a-f]{32})$/;
const row = /^\d{1,6}\.\s/;

/** Matches the whole body only: a player may type these words. */
export function isSilence(reply: string): boolean {
  return reply.trim().toLowerCase() === silence;
}

/** The game sends this unasked, at any time and under an unknown id. */
export function isKeepAlive(body: string): boolean {
  return body.trim().toLowerCase() === 'keep alive';
}

/** Steam (17 digits), Epic (19 digits) or EOS (32 hex digits, lower case). */
export function isPlayerId(text: string): boolean {
  return playerId.test(text);
}

/** Parses rows like `0. Name, id`; skips other rows and repeated ids. */
export function parsePlayerList(reply: string): OnlinePlayer[] {
  const players = new Map<string, OnlinePlayer>();
  for (const line of reply.split('\n')) {
    const player = parseRow(withoutControls(line).trim());
    if (player && !players.has(player.id)) players.set(player.id, player);
  }
  return [...players.values()];
}

function parseRow(line: string): OnlinePlayer | undefined {
  const start = row.exec(line)?.[0].length;
  // Names may contain commas and dots, so the id is what follows the last comma.
  const comma = line.lastIndexOf(',');
  if (start === undefined || comma < start) return undefined;
  const id = line
    .slice(comma + 1)
    .trim()
    .toLowerCase();
  return isPlayerId(id) ? { id, name: line.slice(start, comma).trim() } : undefined;
}

/** Whether the game cut the list off in the middle of a row: players may be missing from it. */
export function isCutPlayerList(reply: string): boolean {
  const last = withoutControls(reply.trimEnd().split('\n').at(-1) ?? '').trim();
  return /^\d{1,6}(?:\.|$)/.test(last) && parseRow(last) === undefined;
}

/** `<id> Banned` and the like: what the game replies to a command that had its effect. */
const effects = {
  kicked: ['Kicked'],
  banned: ['Banned'],
  unbanned: ['Unbanned'],
  allowed: ['Allow Player To Join No Check'],
  // The second one is the game's own slip.
  disallowed: ['Disallowed Player To Join No Check', 'Disallowed Player To Join No Checknned'],
} as const satisfies Record<string, readonly string[]>;
export type Effect = keyof typeof effects;

export function confirms(reply: string, playerId: string, effect: Effect): boolean {
  const given = reply.trim().toLowerCase();
  return effects[effect].some((words) => given === `${playerId} ${words}`.toLowerCase());
}
