import type { PartOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findClasses, type ClassFilter, type ClassKind } from './classes.store.ts';
import { readView } from './structures.policy.ts';
import { findSave } from './structures.store.ts';

type Query = PartOutput<'GET /ark/servers/{id}/getAllClassesOfType', 'query'>;

/** A save names the class of each thing, not what that class comes from: the game's own great families are known. */
const families: [start: RegExp, kind: ClassKind][] = [
  [/^PrimalStructure/i, 'structure'],
  [/^PrimalDino/i, 'creature'],
  [/^PrimalItem/i, 'item'],
  [/^(ShooterCharacter|PlayerPawn)/i, 'survivor'],
];
const everything = /^(Actor|Object)$/i;

/** Who may not see everything gets the classes of what their own tribe built. */
export async function listClasses(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  { parentClass, directory }: Query,
): Promise<string[]> {
  await requireServer(ctx, serverId);
  const { teamIds } = await readView(ctx, caller, serverId);
  const save = await findSave(ctx.db, serverId);
  if (!save?.readAt) throw new AppError('NOT_SUPPORTED', 'No save of this server was read yet. Have the world saved.');
  return findClasses(ctx.db, serverId, { ...familyOf(parentClass), directory, teamIds });
}

function familyOf(parentClass: string): ClassFilter {
  if (everything.test(parentClass)) return {};
  const family = families.find(([start]) => start.test(parentClass));
  return family ? { kind: family[1] } : { className: parentClass };
}
