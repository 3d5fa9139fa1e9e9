import type { Ctx } from '../context.ts';
import * as store from './demo.store.ts';

/** The character of the demo's newcomer, who is always online. */
const nico = { serverId: 'demo-island-ascended', playerId: '0002a11ce0000000000000000000beef' };
const dayMs = 24 * 60 * 60 * 1000;

/** Adds notes about a player who is watched, together with the player's server. */
export async function seedDemoNotes(ctx: Ctx, newServers: readonly string[]): Promise<void> {
  if (!newServers.includes(nico.serverId)) return;
  const { playerId } = nico;
  const daysAgo = (days: number) => new Date(ctx.clock().getTime() - days * dayMs);
  const text = 'Says his brother plays on the same account. Ask before banning.';
  await store.insertNote(
    ctx.db,
    {
      id: 'demo-note-brother',
      playerId,
      text,
      author: 'Adam',
      createdAt: daysAgo(12),
      editedBy: 'Olive',
      editedAt: daysAgo(3),
    },
    [{ noteId: 'demo-note-brother', author: 'Adam', at: daysAgo(12), text: 'Plays from two places at once?' }],
  );
  await store.insertNote(ctx.db, {
    id: 'demo-note-gate',
    playerId,
    text: 'Asked in chat which bases are empty at night.',
    author: 'Olive',
    createdAt: daysAgo(1),
  });
  await store.insertFlag(ctx.db, { playerId, flag: 'watch', setBy: 'Olive', setAt: daysAgo(1) });
}
