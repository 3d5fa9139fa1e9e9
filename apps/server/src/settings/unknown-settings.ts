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
  const outside = Object.keys(environment).filter(
    (name) => name.length >= shortestName && !isKnown(name) && !(name in file),
  );
  return [
    ...inFile.map((name) => {
      const nearest = nearestTo(name, known);
      const end = nearest ? `Did you mean ${nearest}?` : 'docs/settings.md lists all of them.';
      return `${name} in .env is not a setting and is ignored. ${end}`;
    }),
    ...outside.flatMap((name) => {
      const nearest = nearestTo(name, known);
      const isMeant = nearest !== undefined && !(nearest in environment);
      return isMeant ? [`The environment variable ${name} is not a setting. Did you mean ${nearest}?`] : [];
    }),
  ];
}

function nearestTo(name: string, known: readonly string[]): string | undefined {
  const most = name.length < 12 ? 1 : 2;
  const [nearest] = known
    .filter((other) => Math.abs(other.length - name.length) <= most && lettersBeyond(name.toUpperCase(), other) <= most)
    .map((other) => ({ other, distance: editDistance(name.toUpperCase(), other, most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, two) => one.distance - two.distance);
  return nearest?.other;
}

/** How many letters of the one are nowhere in the other: each is an edit, and they are found far more quickly. */
function lettersBeyond(one: string, other: string): number {
  return Array.from(one).filter((letter) => !other.includes(letter)).length;
}

/**
 * Damerau–Levenshtein distance: letters that are missing, added, replaced, or swapped with the next one. Stops counting
 * where it is more than `most`: every name in the environment is compared with every setting at each start.
 */
export function editDistance(one: string, two: string, most = Infinity): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: two.length + 1 }, (_, at) => at);
  let leastOfLast = 0;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= two.length; j += 1) {
      const isSame = one[i - 1] === two[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
      if (isSwapped) best = Math.min(best, at(beforeLast, j - 2) + 1);
      row.push(best);
      least = Math.min(least, best);
    }
    // Later rows are made of the last two.
    if (least > most && leastOfLast > most) return least;
    [beforeLast, last, leastOfLast] = [last, row, least];
  }
  return at(last, two.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
