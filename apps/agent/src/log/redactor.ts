const hidden = '[hidden]';
export const shortestSecret = 4;
/** The game repeats whispers in its log, so they stay hidden for a while. */
const temporaryMs = 10 * 60_000;
const pruneEveryMs = 1_000;
const maxTemporary = 500;

/** Launch options, settings and admin commands. Each starts with a fixed word and has bounded lengths (linear time). */
const patterns = [
  /((?:password|passwd|pwd|secret|token)\w{0,20}["']?\s{0,3}[=:]\s{0,3})(?:"(?:\\.|[^"\\]){0,4000}"?|[^\s&?"']{1,4000})/gi,
  /(\b(?:enablecheats|requestspectator)\s{1,3})(?:"[^"]{0,200}"?|\S{1,200})/gi,
  /(\bbearer\s{1,3})[\w.~+/=-]{12,4000}/gi,
  /()\bth_[\w-]{20,200}/g,
];

export type Redactor = ReturnType<typeof createRedactor>;

/** Replaces secrets in log lines before they leave this machine. */
export function createRedactor(now: () => number = () => performance.now()) {
  const permanent = new Set<string>();
  const temporary = new Map<string, number>();
  let known: { permanent: string[]; temporary: string[] } = { permanent: [], temporary: [] };
  let nextPruneAt = 0;
  const sort = () => (known = { permanent: longestFirst(permanent), temporary: longestFirst(temporary.keys()) });
  const prune = () => {
    if (now() < nextPruneAt) return;
    nextPruneAt = now() + pruneEveryMs;
    for (const [text, at] of temporary) if (now() - at > temporaryMs) temporary.delete(text);
    sort();
  };
  return {
    /** A password or a token. */
    add(secret: string): void {
      if (secret.length < shortestSecret) return;
      permanent.add(secret);
      sort();
    },
    /** Hides a whisper, and each code in it by itself. */
    addTemporary(text: string): void {
      const parts = [text.trim(), ...(text.match(/\d{4,12}/g) ?? [])];
      for (const part of parts) if (part.length >= shortestSecret) temporary.set(part, now());
      for (const oldest of temporary.keys()) {
        if (temporary.size <= maxTemporary) break;
        temporary.delete(oldest);
      }
      sort();
    },
    redact(text: string): string {
      prune();
      // Temporary ones last: a code may be part of a token, and would break what a pattern matches whole.
      const withoutKnown = hideAll(known.permanent, text);
      const withoutLike = patterns.reduce((result, pattern) => result.replace(pattern, `$1${hidden}`), withoutKnown);
      return hideAll(known.temporary, withoutLike);
    },
  };
}

/** Longest first: a secret that is part of another must not leave the rest of it visible. */
function longestFirst(texts: Iterable<string>): string[] {
  return [...texts].toSorted((a, b) => b.length - a.length);
}

export function hideAll(secrets: readonly string[], text: string): string {
  return secrets.reduce((result, secret) => result.replaceAll(secret, hidden), text);
}
