import type { Message } from 'discord.js';

const maxMessageLength = 512;
const maxNameLength = 64;
/** Longer messages are cut before they are processed. */
const maxReadLength = 4000;

/** A Discord message as one line of plain text; empty if nothing of it can be shown. */
export function messageText(message: Message<true>): string {
  const words = message.cleanContent
    .slice(0, maxReadLength)
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .replace(/<t:(-?\d{1,12})(?::\w)?>/g, (_, seconds: string) => formatTime(Number(seconds)))
    .replace(/<\/([^:<>]+):\d+>/g, '/$1');
  const files = message.attachments.map(({ name, contentType }) => `(${kindOf(contentType)}: ${name})`);
  const stickers = message.stickers.map(({ name }) => `(sticker: ${name})`);
  return cutLine([words, ...files, ...stickers].join(' '), maxMessageLength);
}

/** The author's display name in the guild, as the portal accepts it. */
export function authorName({ member, author }: Message<true>): string {
  const names = [member?.displayName, author.displayName, author.username];
  return names.map((name) => cutLine(name ?? '', maxNameLength)).find((name) => name !== '') ?? 'Someone';
}

function cutLine(text: string, maxLength: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cs}/gu, '')
    .trim();
  if (line.length <= maxLength) return line;
  return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function kindOf(contentType: string | null): string {
  const [kind] = contentType?.split('/') ?? [];
  return kind === 'image' ? 'image' : kind === 'video' || kind === 'audio' ? kind : 'file';
}

function formatTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
