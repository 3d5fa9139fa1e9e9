import { isPlayerId } from '../rcon/replies.ts';
import { withoutControls } from '../text/unsafe-text.ts';
import type { SavedStructure } from './save-rows.ts';

/** Lower teams are the game's own: wild creatures and map objects. */
const firstPlayerTeam = 50_000;
/** Creatures that are being tamed. */
const tamingTeam = 2_000_000_000;
const maxArkNumber = 2n ** 63n - 1n;
const maxGameSeconds = 1e12;
const maxHealth = 1e12;

const maxNameLength = 128;
/** Fast path: most texts need no cleaning. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;

/** Untrusted text as one line, truncated, without control characters. Undefined if nothing remains. */
export function cleanText(text: string | undefined, maxLength = maxNameLength): string | undefined {
  if (text === undefined || (text.length <= maxLength && plain.test(text))) return text;
  const clean = withoutControls(beginning(text, maxLength)).replaceAll('\n', ' ').trim();
  return clean === '' ? undefined : clean;
}

/** A copy: a slice would retain the whole text in memory. */
function beginning(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return Buffer.from(text.slice(0, maxLength), 'utf16le').toString('utf16le');
}

/** A survivor's number as text; undefined for 0 and less. */
export function arkNumber(value: bigint | number | undefined): string | undefined {
  if (value === undefined || (typeof value === 'number' && !Number.isSafeInteger(value))) return undefined;
  return value > 0 && value <= maxArkNumber ? String(value) : undefined;
}

/** Returns the team if it belongs to players. */
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

/** What a save says about a structure besides where it is and whose: as it stands there. */
export type SavedDetails = {
  ownerName: string | undefined;
  owningPlayerId: bigint | number | undefined;
  owningPlayerName: string | undefined;
  givenName: string | undefined;
  health: number | undefined;
  maxHealth: number | undefined;
  createdAt: number | undefined;
};

const maxGivenName = 200;

/** Adds what is known. Without spreading objects: a world has hundreds of thousands of structures. */
export function addDetails(structure: SavedStructure, saved: SavedDetails): void {
  const teamName = cleanText(saved.ownerName);
  const ownerArkId = arkNumber(saved.owningPlayerId);
  const ownerName = cleanText(saved.owningPlayerName);
  const name = cleanText(saved.givenName, maxGivenName);
  const highest = healthOf(saved.maxHealth);
  // Only damaged structures have a health of their own.
  const health = healthOf(saved.health) ?? highest;
  const builtAt = gameSeconds(saved.createdAt);
  if (teamName !== undefined) structure.teamName = teamName;
  if (ownerArkId !== undefined) structure.ownerArkId = ownerArkId;
  if (ownerName !== undefined) structure.ownerName = ownerName;
  if (name !== undefined) structure.name = name;
  if (health !== undefined) structure.health = health;
  if (highest !== undefined) structure.maxHealth = highest;
  if (builtAt !== undefined) structure.builtAt = builtAt;
}
