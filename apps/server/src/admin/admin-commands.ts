import { randomBytes } from 'node:crypto';
import { roleName, roleNames, roles, routes } from '@tribehall/contract';
import { createAuditCommands } from './audit-commands.ts';
import type { AdminCommand } from './admin-command.ts';
import { inTransaction, type Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { operator, record } from '../modules/audit/audit.service.ts';
import { verifyFiles } from '../modules/files/verify.service.ts';
import { addLoadEntries, removeLoadEntries } from '../load/log-entries.ts';
import { addLoadServers, removeLoadServers } from '../load/servers.ts';
import { fillWithStructures } from '../load/structures.ts';
import { endSessions, setDisabled } from '../modules/users/disabling.service.ts';
import type { ListedUser } from '../modules/users/listed-users.service.ts';
import { hashPassword } from '../modules/users/passwords.service.ts';
import * as users from '../modules/users/users.service.ts';

/** What the operator can do at the console of the machine, also when nobody can log in any more. */
export function createAdminCommands(say: (line: string) => void): Record<string, AdminCommand> {
  return {
    'create-owner': {
      takes: ['email', 'username'],
      about: 'make an account that is Owner',
      run: async (ctx, [email = '', username = '']) => {
        const account = readAccount({ email, username, password: newPassword() });
        const passwordHash = await hashPassword(ctx, account.password);
        await inTransaction(ctx, async (ctx) => {
          await users.addUser(ctx, { ...account, passwordHash, roles: [roles.Owner] });
          await record(ctx, operator, { action: 'users.create-owner', target: account.username, outcome: 'done' });
        });
        say(`${account.email} is Owner. Password: ${account.password}`);
      },
    },
    'give-role': {
      takes: ['email', 'role'],
      about: `give a role (${grantable.join(', ')}); the sessions end`,
      run: async (ctx, [email = '', role = '']) => {
        const user = await users.findByEmail(ctx, email);
        await users.setRoles(ctx, operator, user.id, [...user.roles, roleNumber(role)]);
        say(`${user.email} is ${role} now.`);
      },
    },
    'take-role': {
      takes: ['email', 'role'],
      about: 'take a role away; the sessions end',
      run: async (ctx, [email = '', role = '']) => {
        const user = await users.findByEmail(ctx, email);
        const taken = roleNumber(role);
        await users.setRoles(
          ctx,
          operator,
          user.id,
          user.roles.filter((other) => other !== taken),
        );
        say(`${user.email} is not ${role} any more.`);
      },
    },
    'reset-password': {
      takes: ['email'],
      about: 'make up a new password; the sessions end',
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        const password = newPassword();
        await users.setPassword(ctx, operator, user, password);
        say(`New password of ${user.email}: ${password}`);
      },
    },
    'end-sessions': {
      takes: ['email'],
      about: 'log the user out everywhere',
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        const ended = await endSessions(ctx, operator, user.id);
        say(`${ended} session${ended === 1 ? '' : 's'} of ${user.email} ended.`);
      },
    },
    'disable-user': {
      takes: ['email'],
      about: 'close an account; the sessions end',
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        await setDisabled(ctx, operator, user.id, true);
        say(`The account of ${user.email} is closed.`);
      },
    },
    'enable-user': {
      takes: ['email'],
      about: 'open a closed account again',
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        await setDisabled(ctx, operator, user.id, false);
        say(`The account of ${user.email} is open.`);
      },
    },
    'add-servers': {
      takes: ['count'],
      about: 'list so many made-up servers (Load 0001 …), to try the portal with thousands',
      run: async (ctx, [count = '']) => {
        if (!/^\d{1,5}$/.test(count) || Number(count) === 0)
          throw new AppError('BAD_REQUEST', 'How many is a whole number from 1 to 99999.');
        const added = await addLoadServers(ctx, Number(count));
        say(`${added} servers listed. \`remove-load-servers\` takes them away.`);
      },
    },
    'remove-load-servers': {
      takes: [],
      about: 'take the made-up servers away again',
      run: async (ctx) => say(`${await removeLoadServers(ctx)} servers taken away.`),
    },
    'load-structures': {
      takes: ['serverId', 'count'],
      about: 'put so many made-up structures with their tribes in the place of those of a server',
      run: async (ctx, [serverId = '', count = '']) => {
        if (!/^\d{1,7}$/.test(count) || Number(count) === 0)
          throw new AppError('BAD_REQUEST', 'How many is a whole number from 1 to 9999999.');
        await fillWithStructures(ctx, serverId, Number(count));
        say(`The server has ${count} made-up structures. The next save that is read takes them away.`);
      },
    },
    'add-log-entries': {
      takes: ['count'],
      about: 'add so many made-up log entries of the last ten days, to try the portal with millions',
      run: async (ctx, [count = '']) => {
        if (!/^\d{1,8}$/.test(count) || Number(count) === 0)
          throw new AppError('BAD_REQUEST', 'How many is a whole number from 1 to 99999999.');
        await addLoadEntries(ctx, Number(count));
        say(`About ${count} log entries added. \`remove-load-log-entries\` takes them away.`);
      },
    },
    'remove-load-log-entries': {
      takes: [],
      about: 'take the made-up log entries away again',
      run: async (ctx) => say(`${await removeLoadEntries(ctx)} log entries taken away.`),
    },
    'verify-files': {
      takes: [],
      about: 'read every uploaded file and compare it with what was uploaded',
      run: (ctx) => verifyKept(ctx, say),
    },
    ...createAuditCommands(say),
    'list-users': {
      takes: [],
      about: 'list the accounts',
      run: async (ctx) => {
        for (let page = 1, left = 1; left > 0; page += 1) {
          const answer = await users.list(ctx, { page, search: undefined });
          for (const user of answer.users) say(describeUser(user));
          left = answer.total - page * answer.pageSize;
        }
      },
    },
  };
}

function describeUser({ email, username, roles, disabledAt }: ListedUser): string {
  const notes = [...roles.map((role) => roleName(role) ?? role), ...(disabledAt ? ['closed'] : [])];
  return `${email.padEnd(34)}${username.padEnd(24)}${notes.join(', ')}`;
}

const progressMs = 10_000;

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);

/** What is wrong is told line by line; anything wrong is a failure. */
async function verifyKept(ctx: Ctx, say: (line: string) => void): Promise<void> {
  let toldAt = Date.now();
  let faults = 0;
  const read = await verifyFiles(ctx, {
    fault: ({ fault, id, name }) => {
      faults += 1;
      say(`${fault.padEnd(12)}${id.padEnd(40)}${name}`.trimEnd());
    },
    progress: ({ files, bytes, ofFiles, ofBytes }) => {
      if (Date.now() - toldAt < progressMs) return;
      toldAt = Date.now();
      say(`${files} of ${ofFiles} files read, ${gigabytes(bytes)} of ${gigabytes(ofBytes)} GB`);
    },
  });
  const all = `${read.files} files with ${gigabytes(read.bytes)} GB were checked`;
  if (faults > 0) throw new AppError('CONFLICT', `${all}; ${faults} ${faults === 1 ? 'is' : 'are'} wrong.`);
  say(`${all}; all of them are as they were uploaded.`);
}

/** DiscordBot belongs to machine accounts. */
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
