const hidden = '[hidden]';
const shortestSecret = 6;

/** Words that name a secret, as they stand before `=` or `:` in settings, addresses, headers and JSON. */
const words = 'pass(?:word|wd|phrase|\\b)|pwd|secret|token|api[_-]?key|credentials?|signature|session[_-]?id';
/** What stands between the name and the value, also as an address has it. */
const between = `["'\\\\]{0,3}\\s{0,3}(?:[=:]|%3[ad])\\s{0,3}`;
/** In quotes, which may have a backslash before them where JSON is in JSON; or up to the next sign that ends a value. */
const value = `(?:\\\\"[^"]{0,4000}"?|"(?:\\\\.|[^"\\\\]){0,4000}"?|'[^']{0,4000}'?|[^\\s&?"'<>]{1,4000})`;

/** Each keeps its first group. None begins with what can be anywhere, and of every part the length is bounded. */
const patterns = [
  new RegExp(`((?:${words})\\w{0,20}${between})${value}`, 'gi'),
  // Of an address alone: these words are common elsewhere.
  new RegExp(`([?&](?:code|setup|state|key|sig|auth)(?:=|%3d))[^\\s&"'<>]{1,4000}`, 'gi'),
  /(\b(?:bearer|basic|bot)\s{1,3})[\w.~+/=-]{12,4000}/gi,
  /(\b(?:set-)?cookie["']?\s{0,3}[=:]\s{0,3})\S.{0,4000}/gi,
  /(\bauthorization["']?\s{0,3}[=:]\s{0,3}["']?(?:(?:bearer|basic|bot)\s{1,3})?)(?:digest\s.{0,4000}|[^\s"',;]{1,4000})/gi,
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@]{0,200}:)[^\s/]{1,1000}(?=@)/gi,
  // A token is the whole login there.
  /(\b(?:nats|tls):\/\/)[^\s:/?#@]{1,1000}(?=@)/gi,
  // What an admin types in the game.
  /(\b(?:enablecheats|requestspectator)\s{1,3})(?:"[^"]{0,200}"?|\S{1,200})/gi,
  // Link tokens, session tokens, tokens of Discord's bots.
  /()\bth_[\w-]{20,200}/g,
  /()(?<![\w-])[\w-]{16}\.[\w-]{43}(?![\w-])/g,
  /()(?<![\w-])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,80}(?![\w-])/g,
];

/** Takes out of a text whatever looks like a secret, and these values wherever they stand. */
export function createSecretCutter(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets.flatMap(spellings))]
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    const withoutKnown = known.reduce((left, secret) => left.replaceAll(secret, hidden), text);
    return patterns.reduce((left, pattern) => left.replace(pattern, `$1${hidden}`), withoutKnown);
  };
}

/** As it is, in an address and in JSON. */
function spellings(secret: string): string[] {
  const isWhole = !/\p{Cs}/u.test(secret);
  return [secret, ...(isWhole ? [encodeURIComponent(secret)] : []), JSON.stringify(secret).slice(1, -1)];
}
