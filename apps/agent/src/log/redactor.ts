const hidden = '[hidden]';
const shortest = 4;
/** The game repeats in its log what it was told to say. */
const forgetAfterMs = 10 * 60_000;
const lookEveryMs = 1_000;
const maxPassing = 500;

/** Launch options, settings, and what an admin types; none begins with what can be anywhere, and every length is bounded. */
const patterns = [
  /((?:password|passwd|pwd|secret|token)\w{0,20}["']?\s{0,3}[=:]\s{0,3})(?:"(?:\\.|[^"\\]){0,4000}"?|[^\s&?"']{1,4000})/gi,
  /(\b(?:enablecheats|requestspectator)\s{1,3})(?:"[^"]{0,200}"?|\S{1,200})/gi,
  /(\bbearer\s{1,3})[\w.~+/=-]{12,4000}/gi,
  /()\bth_[\w-]{20,200}/g,
];

export type Secrets = ReturnType<typeof createSecrets>;

/** What must not leave this machine in a line of a log. */
export function createSecrets(now: () => number = () => performance.now()) {
  const lasting = new Set<string>();
  const passing = new Map<string, number>();
  let known: { lasting: string[]; passing: string[] } = { lasting: [], passing: [] };
  let nextLookAt = 0;
  const sort = () => (known = { lasting: longestFirst(lasting), passing: longestFirst(passing.keys()) });
  const forgetOld = () => {
    if (now() < nextLookAt) return;
    nextLookAt = now() + lookEveryMs;
    for (const [text, at] of passing) if (now() - at > forgetAfterMs) passing.delete(text);
    sort();
  };
  return {
    /** A password or a token. */
    add(secret: string): void {
      if (secret.length < shortest) return;
      lasting.add(secret);
      sort();
    },
    /** What was said to one person alone; a code in it is not to be seen without the words around it either. */
    addForAWhile(text: string): void {
      const parts = [text.trim(), ...(text.match(/\d{4,12}/g) ?? [])];
      for (const part of parts) if (part.length >= shortest) passing.set(part, now());
      for (const oldest of passing.keys()) {
        if (passing.size <= maxPassing) break;
        passing.delete(oldest);
      }
      sort();
    },
    cut(text: string): string {
      forgetOld();
      // A code may by chance be a part of a token; what a pattern would find whole is not to be broken before.
      const withoutKnown = replaceAll(known.lasting, text);
      const withoutLike = patterns.reduce((left, pattern) => left.replace(pattern, `$1${hidden}`), withoutKnown);
      return replaceAll(known.passing, withoutLike);
    },
  };
}

/** What is a part of another must not leave the rest of it. */
function longestFirst(texts: Iterable<string>): string[] {
  return [...texts].toSorted((a, b) => b.length - a.length);
}

function replaceAll(secrets: readonly string[], text: string): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, hidden), text);
}
