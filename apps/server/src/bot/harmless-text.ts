/** Characters that Discord treats as markup, anywhere in a text. */
const markup = /[\\*_~`|<>[\]()#]/g;
const links = /(https?:\/\/[^\s<]+)/i;
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
  return endLinks(flatten(text))
    .split(links)
    .map((part, index) => (index % 2 === 1 ? part : escapeMarkup(part)))
    .join('');
}

/** A blank between a link and a bracket: Discord would take the backslash that escapes it for a part of the link. */
function endLinks(text: string): string {
  const pieces = text.split('<');
  const isLast = (index: number) => index === pieces.length - 1;
  return pieces.map((piece, index) => (!isLast(index) && endsWithLink(piece) ? `${piece} ` : piece)).join('<');
}

function endsWithLink(text: string): boolean {
  return /https?:\/\//i.test(text.split(/\s/).at(-1) ?? '');
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
