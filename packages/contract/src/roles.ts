/** The numbers are the specification's; they are stored and sent as they are. */
export const roles = { Admin: 1000, DiscordBot: 1200, Owner: 1500 } as const;

export type RoleName = keyof typeof roles;
export type Role = (typeof roles)[RoleName];

export const roleNames = Object.keys(roles) as RoleName[];

export function roleName(role: number): RoleName | undefined {
  return roleNames.find((name) => roles[name] === role);
}

export function isOwner(userRoles: readonly number[]): boolean {
  return userRoles.includes(roles.Owner);
}

/** Owner includes Admin. */
export function isAdmin(userRoles: readonly number[]): boolean {
  return userRoles.includes(roles.Admin) || isOwner(userRoles);
}
