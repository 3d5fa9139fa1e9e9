type Seen = { id: string; name: string; survivor?: string | undefined };
type Known = { playerId: string; name: string; survivor: string | null };

export type OnlineChange = {
  joined: Seen[];
  renamed: Seen[];
  left: string[];
};

/** What changed between who was online and who is now. A survivor's name once told stays until another one is. */
export function compareOnline(before: readonly Known[], now: readonly Seen[]): OnlineChange {
  const known = new Map(before.map((player) => [player.playerId, player]));
  const seen = new Map(now.map((player) => [player.id, player]));
  const joined: Seen[] = [];
  const renamed: Seen[] = [];
  for (const player of seen.values()) {
    const old = known.get(player.id);
    const survivor = player.survivor ?? old?.survivor ?? undefined;
    if (!old) joined.push(player);
    else if (old.name !== player.name || (old.survivor ?? undefined) !== survivor)
      renamed.push({ ...player, survivor });
  }
  return { joined, renamed, left: [...known.keys()].filter((id) => !seen.has(id)) };
}
