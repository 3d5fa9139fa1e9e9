type User = { id: string; ark: { linkedPlayers: readonly { playerId: string }[] } };

/** Who reads a chat: that user, and the characters linked to it. */
export type ChatReader = { userId: string; playerIds: readonly string[] };

export function chatReader({ id, ark }: User): ChatReader {
  return { userId: id, playerIds: ark.linkedPlayers.map(({ playerId }) => playerId) };
}
