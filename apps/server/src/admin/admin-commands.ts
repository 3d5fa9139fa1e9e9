import { randomBytes } from 'node:crypto';
import { roleName, roleNames, roles, routes } from '@tribehall/contract';
import { createAuditCommands } from './audit-commands.ts';
import type { AdminCommand } from './admin-command.ts';
import { inTransaction, type Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { operator, record } from '../modules/audit/audit.service.ts';
import { verifyFiles } from '../modules/files/verify.service.ts';
import {
  addLoadTestEntries,
  addLoadTestServers,
  fillWithStructures,
  removeLoadTestEntries,
  removeLoadTestServers,
} from '../load-test/load-test-data.ts';
import { endSessions, setDisabled } from '../modules/users/disabling.service.ts';
import type { ListedUser } from '../modules/users/listed-users.service.ts';
import { hashPassword } from '../modules/users/passwords.service.ts';
import * as users from '../modules/users/users.service.ts';

/** What the operator can do on the machine itself, even if nobody can log in. */
export function createAdminCommands(print: (line: string) => void): Record<string, AdminCommand> {
  return {
    'create-owner': {
      takes: ['email', 'username'],
      about: 'create an account with the Owner role',
      run: async (ctx, [email = '', username = '']) => {
        const account = readAccount({ email, username, password: newPassword() });
        const passwordHash = await hashPassword(ctx, account.password);
        await inTransaction(ctx, async (ctx) => {
          await users.addUser(ctx, { ...account, passwordHash, roles: [roles.Owner] });
          await record(ctx, operator, { action: 'users.create-owner', target: account.username, outcome: 'done' });
        });
        print(`${account.email} is Owner. Password: ${account.password}`);
      },
    },
    'give-role': {
      takes: ['email', 'role'],
      about: `give a role (${grantable.join(', ')}); the user's sessions end`,
      run: async (ctx, [email = '', role = '']) => {
        const user = await users.findByEmail(ctx, email);
        await users.setRoles(ctx, operator, user.id, [...user.roles, roleNumber(role)]);
        print(`${user.email} is ${role} now.`);
      },
    },
    'take-role': {
      takes: ['email', 'role'],
      about: "remove a role; the user's sessions end",
      run: async (ctx, [email = '', role = '']) => {
        const user = await users.findByEmail(ctx, email);
        const taken = roleNumber(role);
        await users.setRoles(
          ctx,
          operator,
          user.id,
          user.roles.filter((other) => other !== taken),
        );
        print(`${user.email} is not ${role} any more.`);
      },
    },
    'reset-password': {
      takes: ['email'],
      about: "set a new random password; the user's sessions end",
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        const password = newPassword();
        await users.setPassword(ctx, operator, user, password);
        print(`New password of ${user.email}: ${password}`);
      },
    },
    'end-sessions': {
      takes: ['email'],
      about: 'log the user out everywhere',
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        const ended = await endSessions(ctx, operator, user.id);
        print(`${ended} session${ended === 1 ? '' : 's'} of ${user.email} ended.`);
      },
    },
    'disable-user': {
      takes: ['email'],
      about: "disable an account; the user's sessions end",
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        await setDisabled(ctx, operator, user.id, true);
        print(`The account of ${user.email} is disabled.`);
      },
    },
    'enable-user': {
      takes: ['email'],
      about: 'enable a disabled account',
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        await setDisabled(ctx, operator, user.id, false);
        print(`The account of ${user.email} is enabled.`);
      },
    },
    'add-servers': {
      takes: ['count'],
      about: 'add this many generated servers (Load 0001 …), to load-test the portal',
      run: async (ctx, [count = '']) => {
        if (!/^\d{1,5}$/.test(count) || Number(count) === 0)
          throw new AppError('BAD_REQUEST', 'The count must be a whole number from 1 to 99999.');
        const added = await addLoadTestServers(ctx, Number(count));
        print(`${added} servers added. Remove them with \`remove-load-servers\`.`);
      },
    },
    'remove-load-servers': {
      takes: [],
      about: 'remove the generated servers',
      run: async (ctx) => print(`${await removeLoadTestServers(ctx)} servers removed.`),
    },
    'load-structures': {
      takes: ['serverId', 'count'],
      about: "replace a server's structures and tribes with this many generated ones",
      run: async (ctx, [serverId = '', count = '']) => {
        if (!/^\d{1,7}$/.test(count) || Number(count) === 0)
          throw new AppError('BAD_REQUEST', 'The count must be a whole number from 1 to 9999999.');
        await fillWithStructures(ctx, serverId, Number(count));
        print(`The server has ${count} generated structures. The next world save that is read replaces them.`);
      },
    },
    'add-log-entries': {
      takes: ['count'],
      about: 'add this many generated log entries of the last ten days, to load-test the portal',
      run: async (ctx, [count = '']) => {
        if (!/^\d{1,8}$/.test(count) || Number(count) === 0)
          throw new AppError('BAD_REQUEST', 'The count must be a whole number from 1 to 99999999.');
        await addLoadTestEntries(ctx, Number(count));
        print(`About ${count} log entries added. Remove them with \`remove-load-log-entries\`.`);
      },
    },
    'remove-load-log-entries': {
      takes: [],
      about: 'remove the generated log entries',
      run: async (ctx) => print(`${await removeLoadTestEntries(ctx)} log entries removed.`),
    },
    'verify-files': {
      takes: [],
      about: 'read every uploaded file and compare it with its checksum',
      run: (ctx) => verifyStoredFiles(ctx, print),
    },
    ...createAuditCommands(print),
    'list-users': {
      takes: [],
      about: 'list the accounts',
      run: async (ctx) => {
        for (let page = 1, remaining = 1; remaining > 0; page += 1) {
          const result = await users.list(ctx, { page, search: undefined });
          for (const user of result.users) print(describeUser(user));
          remaining = result.total - page * result.pageSize;
        }
      },
    },
  };
}

function describeUser({ email, username, roles, disabledAt }: ListedUser): string {
  const notes = [...roles.map((role) => roleName(role) ?? role), ...(disabledAt ? ['disabled'] : [])];
  return `${email.padEnd(34)}${username.padEnd(24)}${notes.join(', ')}`;
}

const progressMs = 10_000;

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);

/** Prints each fault; throws if there was any. */
async function verifyStoredFiles(ctx: Ctx, print: (line: string) => void): Promise<void> {
  let printedAt = Date.now();
  let faults = 0;
  const read = await verifyFiles(ctx, {
    fault: ({ fault, id, name }) => {
      faults += 1;
      print(`${fault.padEnd(12)}${id.padEnd(40)}${name}`.trimEnd());
    },
    progress: ({ files, bytes, ofFiles, ofBytes }) => {
      if (Date.now() - printedAt < progressMs) return;
      printedAt = Date.now();
      print(`${files} of ${ofFiles} files read, ${gigabytes(bytes)} of ${gigabytes(ofBytes)} GB`);
    },
  });
  const all = `${read.files} files with ${gigabytes(read.bytes)} GB were checked`;
  if (faults > 0) throw new AppError('CONFLICT', `${all}; ${faults} ${faults === 1 ? 'is' : 'are'} wrong.`);
  print(`${all}; all of them match their checksums.`);
}

/** DiscordBot is for machine accounts. */
const grantable = roleNames.filter((name) => name !== 'DiscordBot');

/** The same rules as on the register page. */
function readAccount(given: { email: string; username: string; password: string }): typeof given {
  const result = routes['POST /users/register'].body.safeParse(given);
  if (!result.success) throw new AppError('BAD_REQUEST', result.error.issues[0]?.message);
  return result.data;
}

function roleNumber(name: string): number {
  const known = grantable.find((role) => role.toLowerCase() === name.toLowerCase());
  if (!known) throw new AppError('BAD_REQUEST', `There is no role ${name}; there are ${grantable.join(' and ')}.`);
  return roles[known];
}

function newPassword(): string {
  return randomBytes(15).toString('base64url');
}
