const hidden = '[hidden]';
/** A game repeats whispers in its log, so they stay hidden for a while. */
const temporaryMs = 10 * 60_000;
const pruneEveryMs = 1_000;
const maxTemporary = 500;

/** Words that name a secret, as found before `=` or `:` in settings, launch options, URLs, headers and JSON. */
const words =
  'pass(?:word|wd|phrase)|(?<!com|by)pass\\b|pwd|secret|token|api[_-]?key|credentials?|signature|session[_-]?id';
/** Escaped where JSON is inside JSON. */
const quotes = `["'\\\\]{0,3}`;
/** Between the name and the value, also URL-encoded. */
const between = `${quotes}\\s{0,3}(?:[=:]|%3[ad])\\s{0,3}`;
/** In quotes, or up to the next character that ends a value; `token: Bearer …` has two words. */
const value = `(?:\\\\"[^"]{0,4000}"?|"(?:\\\\.|[^"\\\\]){0,4000}"?|'[^']{0,4000}'?|(?:(?:bearer|basic|bot)\\s{1,3})?[^\\s&?"']{1,4000})`;

/** The first group stays in the text. No pattern starts with a wildcard, and every repetition is bounded (ReDoS). */
const patterns = [
  // Console commands that admins type in the game.
  /(\b(?:enablecheats|requestspectator)\s{1,3})(?:"[^"]{0,200}"?|\S{1,200})/gi,
  new RegExp(`((?:${words})\\w{0,20}${between})${value}`, 'gi'),
  /(\bbearer\s{1,3})[\w.~+/=-]{12,4000}/gi,
  // Not plain words: "basic understanding" and "the bot something-long" are chat.
  /(\b(?:[Bb]asic|BASIC|[Bb]ot|BOT)\s{1,3})(?=[\w.~+/-]{0,4000}(?:[\d=]|[a-z][A-Z]))[\w.~+/=-]{12,4000}/g,
  // After a colon only `name=value` or a quote: "Cookie: hello" is a message of someone with that name.
  new RegExp(`(\\b(?:set-)?cookie${quotes}\\s{0,3}(?:=|:(?=[^=]{1,200}=|\\s{0,3}["'\\\\]))\\s{0,3})\\S.{0,4000}`, 'gi'),
  new RegExp(
    `(\\bauthorization${quotes}\\s{0,3}[=:]\\s{0,3}${quotes}(?:(?:bearer|basic|bot)\\s{1,3})?)(?:digest\\s.{0,4000}|[^\\s"',;]{1,4000})`,
    'gi',
  ),
  // In URLs only: these words are common elsewhere.
  /([?&](?:code|setup|state|key|sig|auth)(?:=|%3d))[^\s&"'<>]{1,4000}/gi,
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@]{0,200}:)[^\s/]{1,1000}(?=@)/gi,
  // The user name alone can be a token there.
  /(\b(?:nats|tls):\/\/)[^\s:/?#@]{1,1000}(?=@)/gi,
  // Where a player lives is nobody's business: the log of Ascended has the address of everyone who joins.
  /(\bincoming account \S{1,100} - IP )\S{1,100}/gi,
  // Agent tokens, session tokens, Discord bot tokens.
  /()\bth_[\w-]{20,200}/g,
  /()(?<![\w-])[\w-]{16}\.[\w-]{43}(?![\w-])/g,
  /()(?<![\w-])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,80}(?![\w-])/g,
];

/** Each pattern needs one of these. Most lines have none, and take a fifth of the time. */
const hint =
  /pass|pwd|secret|token|key|credential|signature|session|[?&](?:code|setup|state|sig|auth)|bearer|basic\s|bot\s|cookie|authorization|:\/\/|enablecheats|requestspectator|incoming account|th_|\.[\w-]{27}/i;

export type Redactor = {
  /** A password or a token: plain, URL-encoded and as in JSON. */
  add(secret: string): void;
  /** Hides a whisper, and each code in it by itself. */
  addTemporary(text: string): void;
  redact(text: string): string;
};

export type RedactorOptions = {
  secrets?: readonly string[];
  /** The length from which a text is hidden wherever it appears. */
  shortest?: number;
  /** Milliseconds; a monotonic clock where temporary secrets are added. */
  now?: () => number;
};

/** Replaces known secrets, and everything that looks like one. */
export function createRedactor({ secrets = [], shortest = 4, now = Date.now }: RedactorOptions = {}): Redactor {
  const permanent = new Set<string>();
  const temporary = new Map<string, number>();
  let known: { permanent: string[]; temporary: string[] } = { permanent: [], temporary: [] };
  let nextPruneAt = 0;
  const sort = () => (known = { permanent: longestFirst(permanent), temporary: longestFirst(temporary.keys()) });
  const prune = () => {
    if (temporary.size === 0 || now() < nextPruneAt) return;
    nextPruneAt = now() + pruneEveryMs;
    for (const [text, at] of temporary) if (now() - at > temporaryMs) temporary.delete(text);
    sort();
  };
  const add = (secret: string) => {
    for (const spelling of spellings(secret)) if (spelling.length >= shortest) permanent.add(spelling);
    sort();
  };
  for (const secret of secrets) add(secret);
  return {
    add,
    addTemporary(text) {
      const parts = [text.trim(), ...(text.match(/\d{4,12}/g) ?? [])];
      for (const part of parts) if (part.length >= shortest) temporary.set(part, now());
      for (const oldest of temporary.keys()) {
        if (temporary.size <= maxTemporary) break;
        temporary.delete(oldest);
      }
      sort();
    },
    redact(text) {
      prune();
      // Temporary ones last: a code may be part of a token, and would break what a pattern matches whole.
      return hideAll(known.temporary, hideLike(hideAll(known.permanent, text)));
    },
  };
}

function hideLike(text: string): string {
  if (!hint.test(text)) return text;
  return patterns.reduce((rest, pattern) => rest.replace(pattern, `$1${hidden}`), text);
}

function hideAll(secrets: readonly string[], text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
}

/** Longest first: a secret that is part of another must not leave the rest of it visible. */
function longestFirst(texts: Iterable<string>): string[] {
  return [...texts].toSorted((a, b) => b.length - a.length);
}

/** Plain, URL-encoded and as in JSON. */
function spellings(secret: string): string[] {
  const isWhole = !/\p{Cs}/u.test(secret);
  return [secret, ...(isWhole ? [encodeURIComponent(secret)] : []), JSON.stringify(secret).slice(1, -1)];
}
