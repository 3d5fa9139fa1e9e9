const hidden = '[hidden]';
const shortestSecret = 6;

/** Words that name a secret, as found before `=` or `:` in settings, URLs, headers and JSON. */
const words = 'pass(?:word|wd|phrase|\\b)|pwd|secret|token|api[_-]?key|credentials?|signature|session[_-]?id';
/** Between the name and the value, also URL-encoded. */
const between = `["'\\\\]{0,3}\\s{0,3}(?:[=:]|%3[ad])\\s{0,3}`;
/** In quotes, which are escaped where JSON is inside JSON; or up to the next character that ends a value. */
const value = `(?:\\\\"[^"]{0,4000}"?|"(?:\\\\.|[^"\\\\]){0,4000}"?|'[^']{0,4000}'?|[^\\s&?"'<>]{1,4000})`;

/** The first group stays in the text. No pattern starts with a wildcard, and every repetition is bounded (ReDoS). */
const patterns = [
  new RegExp(`((?:${words})\\w{0,20}${between})${value}`, 'gi'),
  // In URLs only: these words are common elsewhere.
  new RegExp(`([?&](?:code|setup|state|key|sig|auth)(?:=|%3d))[^\\s&"'<>]{1,4000}`, 'gi'),
  /(\b(?:bearer|basic|bot)\s{1,3})[\w.~+/=-]{12,4000}/gi,
  /(\b(?:set-)?cookie["']?\s{0,3}[=:]\s{0,3})\S.{0,4000}/gi,
  /(\bauthorization["']?\s{0,3}[=:]\s{0,3}["']?(?:(?:bearer|basic|bot)\s{1,3})?)(?:digest\s.{0,4000}|[^\s"',;]{1,4000})/gi,
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@]{0,200}:)[^\s/]{1,1000}(?=@)/gi,
  // The user name alone can be a token there.
  /(\b(?:nats|tls):\/\/)[^\s:/?#@]{1,1000}(?=@)/gi,
  // Console commands that admins type in the game.
  /(\b(?:enablecheats|requestspectator)\s{1,3})(?:"[^"]{0,200}"?|\S{1,200})/gi,
  // Agent tokens, session tokens, Discord bot tokens.
  /()\bth_[\w-]{20,200}/g,
  /()(?<![\w-])[\w-]{16}\.[\w-]{43}(?![\w-])/g,
  /()(?<![\w-])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,80}(?![\w-])/g,
];

/** Returns a function that replaces everything that looks like a secret, and every occurrence of these values. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets.flatMap(spellings))]
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
    return patterns.reduce((rest, pattern) => rest.replace(pattern, `$1${hidden}`), withoutKnown);
  };
}

/** Plain, URL-encoded and as in JSON. */
function spellings(secret: string): string[] {
  const isWhole = !/\p{Cs}/u.test(secret);
  return [secret, ...(isWhole ? [encodeURIComponent(secret)] : []), JSON.stringify(secret).slice(1, -1)];
}
