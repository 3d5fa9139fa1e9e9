/** Characters that Discord treats as markup, anywhere in a text. */
const markup = /[\\*_~`|<>[\]()#]/g;
const links = /(https?:\/\/[^\s<]+)/i;
/** Where an escaped bracket would follow: Discord takes its backslash for a part of the link. */
const linkEnds = /https?:\/\/[^\s<]*(?=<)/gi;
const invites = /(discord(?:app)?|dsc)(\s*\.\s*)(gg|com|me|io|li|new)\b/gi;
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const hidden = /[\u202a-\u202e\u2066-\u2069]/g;
/** Zero-width space: breaks up what Discord would interpret. */
const zeroWidthSpace = '\u200b';

/** An untrusted name or title, shown literally. */
export function harmlessName(text: string): string {
  return escapeMarkup(flatten(text)).replace(/:\/\//g, `:${zeroWidthSpace}//`);
}

/** An untrusted message: web links stay, invitations, mentions and markup are neutralized. */
export function harmlessMessage(text: string): string {
  return flatten(text)
    .replace(linkEnds, '$& ')
    .split(links)
    .map((part, index) => (index % 2 === 1 ? part : escapeMarkup(part)))
    .join('');
}

/** Cuts a text to the length, never in the middle of a character. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$|\\$/, '')}…`;
}

function flatten(text: string): string {
  return text
    .replace(breaks, ' ')
    .replace(hidden, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(invites, `$1${zeroWidthSpace}$2$3`)
    .trim();
}

function escapeMarkup(text: string): string {
  return text.replace(markup, String.raw`\$&`).replaceAll('@', `@${zeroWidthSpace}`);
}
