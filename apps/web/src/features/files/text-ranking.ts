const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Tells the place of each text among all it has seen. Comparing words is slow and comparing numbers is not, so a list is
 * sorted by these. Texts that come later are merged into what is sorted already.
 */
export function createRanking(): (texts: readonly string[]) => ReadonlyMap<string, number> {
  let sorted: readonly string[] = [];
  let places: ReadonlyMap<string, number> = new Map();
  return (texts) => {
    const fresh = new Set(texts.filter((text) => !places.has(text)));
    if (fresh.size > 0) {
      sorted = [...sorted, ...fresh].toSorted(compare);
      places = new Map(sorted.map((text, place) => [text, place]));
    }
    return places;
  };
}
