import { randomBytes } from 'node:crypto';
import { roleName, roleNames, roles, routes } from '@tribehall/contract';
import { createAuditCommands } from './audit-commands.ts';
import { createBackupCommands } from './backup-commands.ts';
import type { AdminCommand } from './admin-command.ts';
import { inTransaction, type Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { operator, record } from '../modules/audit/audit.service.ts';
import { resetFactors } from '../modules/factors/factors.service.ts';
import { verifyFiles } from '../modules/files/verify.service.ts';
import { createLoadTestCommands } from './load-test-commands.ts';
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
    'reset-factors': {
      takes: ['email'],
      about: "remove the authenticator app, passkeys and recovery codes; the user's sessions end",
      run: async (ctx, [email = '']) => {
        const user = await users.findByEmail(ctx, email);
        await resetFactors(ctx, operator, user.id);
        print(`${user.email} logs in with the password alone now.`);
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
    ...createBackupCommands(print),
    ...createLoadTestCommands(print),
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
          const result = await users.list(ctx, { page, limit: 1000, sort: 'username', order: 'asc' });
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
