import { isAdmin, isOwner, roles } from '@tribehall/contract';

type Person = { id: string; roles: readonly number[]; disabledAt: Date | null };

/** Owners for everyone but themselves; Admins for those without a role. Nobody for the bot. */
export function mayResetPasswordOf(admin: Omit<Person, 'disabledAt'>, user: Person): boolean {
  if (admin.id === user.id || user.roles.includes(roles.DiscordBot)) return false;
  return isOwner(admin.roles) || (isAdmin(admin.roles) && !isAdmin(user.roles));
}

/** For what the user asks for without a password. */
export function mayReceiveLink(user: Person & { isDemo: boolean }): boolean {
  return !user.isDemo && user.disabledAt === null && !user.roles.includes(roles.DiscordBot);
}
