/** A name as RCON of Survival Evolved would spell it: the log keeps letters that RCON loses. */
export function nameKey(name: string): string {
  return name.replace(/[^\p{ASCII}]/gu, '?').trim();
}

/** The one element that fits; none where several do. */
export function onlyOne<Element>(elements: readonly Element[]): Element | undefined {
  return elements.length === 1 ? elements[0] : undefined;
}
