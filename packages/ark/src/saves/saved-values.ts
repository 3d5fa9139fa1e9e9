import { isPlayerId } from '../rcon/replies.ts';
import { withoutControls } from '../text/unsafe-text.ts';

/** Teams below are the game's own: wild creatures and what stands on the map. */
const firstPlayerTeam = 50_000;
/** Whoever is just being tamed. */
const tamingTeam = 2_000_000_000;
const maxArkNumber = 2n ** 63n - 1n;
const maxGameSeconds = 1e12;
const maxHealth = 1e12;

const maxNameLength = 128;
/** Most texts have nothing to clean. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;

/** Texts come from strangers: one line, cut, without control characters. Undefined where nothing is left. */
export function cleanText(text: string | undefined, maxLength = maxNameLength): string | undefined {
  if (text === undefined || (text.length <= maxLength && plain.test(text))) return text;
  const clean = withoutControls(beginning(text, maxLength)).replaceAll('\n', ' ').trim();
  return clean === '' ? undefined : clean;
}

/** A copy: a slice would keep the whole text in memory. */
function beginning(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return Buffer.from(text.slice(0, maxLength), 'utf16le').toString('utf16le');
}

/** The number of a survivor as text; 0 and less are nobody's. */
export function arkNumber(value: bigint | number | undefined): string | undefined {
  if (value === undefined || (typeof value === 'number' && !Number.isSafeInteger(value))) return undefined;
  return value > 0 && value <= maxArkNumber ? String(value) : undefined;
}

/** The team, where it is one of players. */
export function playerTeam(value: number | undefined): number | undefined {
  return value !== undefined && Number.isSafeInteger(value) && value >= firstPlayerTeam && value !== tamingTeam
    ? value
    : undefined;
}

export function platformId(value: string | undefined): string | undefined {
  const id = value?.toLowerCase();
  return id !== undefined && isPlayerId(id) ? id : undefined;
}

export function gameSeconds(value: number | undefined): number | undefined {
  return between(value, -maxGameSeconds, maxGameSeconds);
}

export function healthOf(value: number | undefined): number | undefined {
  return between(value, 0, maxHealth);
}

function between(value: number | undefined, min: number, max: number): number | undefined {
  return value !== undefined && value >= min && value <= max ? value : undefined;
}
