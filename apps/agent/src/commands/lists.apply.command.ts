import { allowPlayer, banPlayer, disallowPlayer, unbanPlayer } from '@tribehall/ark/rcon/commands';
import { confirms, type Effect } from '@tribehall/ark/rcon/replies';
import type { CommandResult } from '@tribehall/contract/agent/commands';
import type { PlayerList } from '@tribehall/contract/agent/player-lists';
import { type Command, type CommandContext, CommandError, type Execution } from './command.ts';
import { observe } from './confirmation.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

type Change = { playerId: string; isAdded: boolean };
type Result = CommandResult<'lists.apply'>['results'][number];
type Content = Awaited<ReturnType<CommandContext['lists'][PlayerList]['read']>>;
type Verb = { command(playerId: string): string; effect: Effect };

const verbs: Record<PlayerList, { add: Verb; remove: Verb }> = {
  bans: { add: { command: banPlayer, effect: 'banned' }, remove: { command: unbanPlayer, effect: 'unbanned' } },
  whitelist: {
    add: { command: allowPlayer, effect: 'allowed' },
    remove: { command: disallowPlayer, effect: 'disallowed' },
  },
};

/** One after the other, behind everything that a person waits for. One that fails does not fail the others. */
export const listsApply: Command<'lists.apply'> = {
  whyNot: whyNoRcon,
  isRoutine: true,
  async run(ctx, { list, add, remove }, execution) {
    if (add.some((playerId) => remove.includes(playerId)))
      throw new CommandError('invalidParams', 'A player cannot be added and removed at once.');
    const changes: Change[] = [
      ...add.map((playerId) => ({ playerId, isAdded: true })),
      ...remove.map((playerId) => ({ playerId, isAdded: false })),
    ];
    const before = await ctx.lists[list].read();
    const results: Result[] = [];
    for (const change of changes) {
      const isDone = before?.has(change.playerId) === change.isAdded;
      results.push(isDone ? confirmed(change) : await send(ctx, list, change, execution));
    }
    const open = changes.filter((_, index) => results[index]?.outcome !== 'confirmed');
    const after = open.length > 0 ? await readWhenDone(ctx, list, open, execution) : undefined;
    return { results: changes.map((change, index) => judge(change, results[index] ?? sent(change), after)) };
  },
};

/** Throws if the game is offline and nothing was sent before. */
async function send(ctx: CommandContext, list: PlayerList, change: Change, all: Execution): Promise<Result> {
  const { playerId, isAdded } = change;
  const { command, effect } = verbs[list][isAdded ? 'add' : 'remove'];
  const execution: Execution = { signal: all.signal, isSent: false };
  try {
    const reply = await act(ctx, execution, command(playerId), { priority: 'background' });
    const result = confirms(reply, playerId, effect) ? confirmed(change) : sent(change);
    ctx.log.info(`lists.apply ${list}: ${playerId} ${effect}: ${result.outcome}.`);
    return result;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error.reason === 'gameOffline' && !all.isSent) throw error;
    return { playerId, outcome: 'failed', reason: error.message };
  } finally {
    all.isSent ||= execution.isSent;
  }
}

/** The list as soon as it shows all of these changes, or at the end of the wait. */
async function readWhenDone(
  ctx: CommandContext,
  list: PlayerList,
  open: readonly Change[],
  execution: Execution,
): Promise<Content> {
  const file = ctx.lists[list];
  let content = await file.read();
  if (file.problem()?.kind === 'unset') return undefined;
  await observe(ctx, execution, async () => {
    content = await file.read();
    return open.every(({ playerId, isAdded }) => content?.has(playerId) === isAdded);
  });
  return content;
}

/** What the file shows counts, also where the connection broke after the command. */
function judge(change: Change, result: Result, content: Content): Result {
  if (result.outcome === 'confirmed' || !content) return result;
  if (content.has(change.playerId) === change.isAdded) return confirmed(change);
  const reason = result.reason ?? 'The game accepted the command but did not change its list.';
  return { ...result, outcome: 'failed', reason };
}

function confirmed({ playerId }: Change): Result {
  return { playerId, outcome: 'confirmed' };
}

function sent({ playerId }: Change): Result {
  return { playerId, outcome: 'sent' };
}
