/** Who says something: `name` is the player's, or how someone is called in the portal or on Discord. */
export type Speaker = { name: string; survivor?: string | null | undefined };

/**
 * A speaker's names in the order in which the game, the portal and Discord show them: the survivor, then the player's
 * name where it differs. Several survivors of one server may have the same name; their players do not.
 */
export function speakerNames({ name, survivor }: Speaker): [shown: string, player?: string] {
  if (!survivor || survivor === name) return [name];
  return name === '' ? [survivor] : [survivor, name];
}

/** `Jorun (player)`, or the one name where there is no other. */
export function speakerName(speaker: Speaker): string {
  const [shown, player] = speakerNames(speaker);
  return player === undefined ? shown : `${shown} (${player})`;
}
