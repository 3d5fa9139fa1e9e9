/** What Discord reads as more than text, wherever in a line it stands. */
const signs = /[\\*_~`|<>[\]()#]/g;
const links = /(https?:\/\/[^\s<]+)/i;
const invites = /(discord(?:app)?|dsc)(\s*\.\s*)(gg|com|me|io|li|new)\b/gi;
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const hidden = /[\u202a-\u202e\u2066-\u2069]/g;
/** Takes no room, and keeps apart what would mean something together. */
const apart = '\u200b';

/** A name or a title of strangers, shown as it is. */
export function harmlessName(text: string): string {
  return escapeSigns(flatten(text)).replace(/:\/\//g, `:${apart}//`);
}

/** A line of strangers: its links stay, invitations to other guilds and whatever else Discord would make of it do not. */
export function harmlessLine(text: string): string {
  return flatten(text)
    .split(links)
    .map((part, index) => (index % 2 === 1 ? part : escapeSigns(part)))
    .join('');
}

/** As much of it as fits, without half a character at the end. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$|\\$/, '')}…`;
}

function flatten(text: string): string {
  return text
    .replace(breaks, ' ')
    .replace(hidden, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(invites, `$1${apart}$2$3`)
    .trim();
}

function escapeSigns(text: string): string {
  return text.replace(signs, String.raw`\$&`).replaceAll('@', `@${apart}`);
}
