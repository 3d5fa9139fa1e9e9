/** Read by other programs of the product, or by Node. */
const others = /^(WORLD_DIR|WORLD_CLIPS|CHROMIUM_PATH|NODE_\w+|npm_\w+|TZ|LANG|LC_\w+|PATH|HOME|TMPDIR|SSL_CERT_\w+)$/;

/** Shorter names are too near to those of other programs. */
const shortestName = 6;

type Given = { file: Record<string, string | undefined>; environment: Record<string, string | undefined> };

/** Sentences about what looks like a misspelt setting: all unknown names in `.env`, similar ones in the environment. */
export function findUnknown({ file, environment }: Given, known: readonly string[]): string[] {
  const isKnown = (name: string) => known.includes(name) || others.test(name);
  const inFile = Object.keys(file)
    .filter((name) => !isKnown(name))
    .toSorted();
  const outside = Object.keys(environment).filter((name) => !isKnown(name) && !(name in file));
  return [
    ...inFile.map((name) => {
      const nearest = nearestTo(name, known);
      const end = nearest ? `Did you mean ${nearest}?` : 'docs/settings.md lists all of them.';
      return `${name} in .env is not a setting and is ignored. ${end}`;
    }),
    ...outside.flatMap((name) => {
      const nearest = nearestTo(name, known);
      const isMeant = nearest !== undefined && name.length >= shortestName && !(nearest in environment);
      return isMeant ? [`The environment variable ${name} is not a setting. Did you mean ${nearest}?`] : [];
    }),
  ];
}

function nearestTo(name: string, known: readonly string[]): string | undefined {
  const most = name.length < 12 ? 1 : 2;
  const [nearest] = known
    .map((other) => ({ other, distance: editDistance(name.toUpperCase(), other) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, two) => one.distance - two.distance);
  return nearest?.other;
}

/** Damerau–Levenshtein distance: letters that are missing, added, replaced, or swapped with the next one. */
export function editDistance(one: string, two: string): number {
  const rows: number[][] = [Array.from({ length: two.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const isSame = one[i - 1] === two[j - 1];
      const before = (up: number, left: number) => (up === 0 ? row : (rows[i - up] ?? []))[j - left] ?? Infinity;
      let best = Math.min(before(1, 0) + 1, before(0, 1) + 1, before(1, 1) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
      if (isSwapped) best = Math.min(best, before(2, 2) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[one.length]?.[two.length] ?? 0;
}
