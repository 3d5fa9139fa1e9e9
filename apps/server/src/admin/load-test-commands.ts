import { AppError } from '../errors.ts';
import {
  addLoadTestBanList,
  addLoadTestBans,
  addLoadTestHistory,
  addLoadTestPlayers,
  removeLoadTestEvents,
} from '../load-test/history-data.ts';
import {
  addLoadTestEntries,
  addLoadTestServers,
  fillWithStructures,
  removeLoadTestEntries,
  removeLoadTestServers,
} from '../load-test/load-test-data.ts';
import type { AdminCommand } from './admin-command.ts';

/** Generated data, to see how the portal does with much of it. */
export function createLoadTestCommands(print: (line: string) => void): Record<string, AdminCommand> {
  return {
    'add-servers': {
      takes: ['count'],
      about: 'add this many generated servers (Load 0001 …), to load-test the portal',
      run: async (ctx, [count = '']) => {
        const { added } = await addLoadTestServers(ctx, readCount(count, 99999));
        print(`${added} servers added. Remove them with \`remove-load-servers\`.`);
      },
    },
    'add-agents': {
      takes: ['count'],
      about:
        'the same for agents: print the token of each server; every other one is Ascended, beginning with the first',
      run: async (ctx, [count = '']) => {
        for (const token of (await addLoadTestServers(ctx, readCount(count, 99999), ['asa'])).tokens) print(token);
      },
    },
    'remove-load-servers': {
      takes: [],
      about: 'remove the generated servers and their history',
      run: async (ctx) => {
        await removeLoadTestEvents(ctx);
        print(`${await removeLoadTestServers(ctx)} servers removed.`);
      },
    },
    'load-structures': {
      takes: ['serverId', 'count'],
      about: "replace a server's structures and tribes with this many generated ones",
      run: async (ctx, [serverId = '', count = '']) => {
        await fillWithStructures(ctx, serverId, readCount(count, 9999999));
        print(`The server has ${count} generated structures. The next world save that is read replaces them.`);
      },
    },
    'add-log-entries': {
      takes: ['count'],
      about: 'add this many generated log entries of the last ten days, to load-test the portal',
      run: async (ctx, [count = '']) => {
        await addLoadTestEntries(ctx, readCount(count, 99999999));
        print(`About ${count} log entries added. Remove them with \`remove-load-log-entries\`.`);
      },
    },
    'remove-load-log-entries': {
      takes: [],
      about: 'remove the generated log entries',
      run: async (ctx) => print(`${await removeLoadTestEntries(ctx)} log entries removed.`),
    },
    'add-players': {
      takes: ['count'],
      about: 'add this many generated players on 20 generated servers, to load-test the portal',
      run: async (ctx, [count = '']) => {
        await addLoadTestPlayers(ctx, readCount(count, 9_999_999));
        print(`${count} players added. Remove them with \`remove-load-servers\`.`);
      },
    },
    'add-bans': {
      takes: ['serverId', 'count'],
      about: 'ban this many generated players on a server, to load-test the portal',
      run: async (ctx, [serverId = '', count = '']) => {
        await addLoadTestBans(ctx, serverId, readCount(count, 9_999_999));
        print(`${count} bans added. They go with the server.`);
      },
    },
    'add-ban-list': {
      takes: ['count'],
      about: 'add this many bans of every kind on 20 generated servers, to load-test the portal',
      run: async (ctx, [count = '']) => {
        await addLoadTestBanList(ctx, readCount(count, 9_999_999));
        print(`${count} bans added. They stay when the servers are removed.`);
      },
    },
    'add-history': {
      takes: ['count'],
      about:
        'add about this many events of the last year on generated servers with 50,000 players, to load-test the portal',
      run: async (ctx, [count = '']) => {
        await addLoadTestHistory(ctx, readCount(count, 99_999_999));
        print(`About ${count} events added. Remove them with \`remove-load-servers\`.`);
      },
    },
  };
}

function readCount(text: string, max: number): number {
  if (/^\d{1,8}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw new AppError('BAD_REQUEST', `The count must be a whole number from 1 to ${max}.`);
}
