import { sql } from 'drizzle-orm';
import { survivors } from './structure-tables.ts';
import { onlinePlayers } from './tables.ts';

/** The survivor that somebody online plays: as the game told it, else as the save has it. */
export const survivorName = sql<string | null>`coalesce(${onlinePlayers.survivor}, (
  select ${survivors.name} from ${survivors} where ${survivors.serverId} = ${onlinePlayers.serverId}
    and ${survivors.playerId} = ${onlinePlayers.playerId} and ${survivors.goneAt} is null
    order by ${survivors.loginAt} desc nulls last limit 1))`;
