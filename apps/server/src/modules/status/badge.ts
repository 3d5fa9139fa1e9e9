import type { ServerState } from '@tribehall/contract';
import { escapeXml } from '../../platform/escape-xml.ts';

type BadgeServer = { name: string; state: ServerState; playerCount: number | null; maxPlayers: number | null };

const words = {
  offline: 'offline',
  booting: 'booting',
  up: 'online',
  degraded: 'online',
  down: 'down',
} as const satisfies Record<ServerState, string>;

/** White text is readable on all of them. */
const colors = {
  offline: '#5b6472',
  booting: '#1c5fc4',
  up: '#0b7d62',
  degraded: '#8a5a00',
  down: '#c92a2a',
} as const satisfies Record<ServerState, string>;

const maxNameLength = 32;
const padding = 6;

/** A badge as READMEs and forums show them: the name at the left, the players at the right. */
export function drawBadge({ name, state, playerCount, maxPlayers }: BadgeServer): string {
  const left = shorten(name);
  const players = maxPlayers === null ? `${playerCount}` : `${playerCount}/${maxPlayers}`;
  const right = playerCount === null ? words[state] : `${players} ${words[state]}`;
  const widths = { left: widthOf(left), right: widthOf(right) };
  const split = widths.left + 2 * padding;
  const width = split + widths.right + 2 * padding;
  const title = escapeXml(`${left}: ${right}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${split}" height="20" fill="#252b37"/>`,
    `<rect x="${split}" width="${width - split}" height="20" fill="${colors[state]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`,
    text(left, padding, widths.left),
    text(right, split + padding, widths.right),
    '</g></svg>\n',
  ].join('');
}

function text(content: string, x: number, length: number): string {
  return `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(content)}</text>`;
}

/** Without characters that XML does not allow or that change the direction of the text. */
function shorten(name: string): string {
  const characters = Array.from(name.replaceAll(/\p{C}/gu, '').trim());
  if (characters.length <= maxNameLength) return characters.join('') || 'server';
  return `${characters.slice(0, maxNameLength - 1).join('')}…`;
}

/** About what the text takes in the font; `textLength` makes it exact. */
function widthOf(text: string): number {
  const widths = Array.from(text, (character) => {
    if (/[ilj.,:;'|!/ ]/.test(character)) return 4;
    if (/[mwMW@%]/.test(character)) return 10;
    if (/[A-Z]/.test(character)) return 8;
    return character > '\u2E7F' ? 12 : 6.8;
  });
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0));
}
