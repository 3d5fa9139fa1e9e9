import { roles } from '@tribehall/contract';
import { and, arrayOverlaps, eq, exists, isNotNull, not, or, sql, type SQL } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { passkeys, totpSecrets } from './tables/factors.table.ts';
import { siteSettings } from './tables/site.table.ts';
import { users } from './tables/users.table.ts';

const ofUser = {
  totp: new QueryBuilder()
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, users.id), isNotNull(totpSecrets.confirmedAt))),
  passkey: new QueryBuilder().select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, users.id)),
};
const requirement = new QueryBuilder().select({ value: siteSettings.secondFactorFor }).from(siteSettings);

/** Which second factors a user has. For queries with `users` in them. */
export const factorsOfUser = {
  hasTotp: exists(ofUser.totp) as SQL<boolean>,
  hasPasskey: exists(ofUser.passkey) as SQL<boolean>,
};

/** Whether a user has an authenticator app or a passkey. */
export const hasSecondFactor = or(factorsOfUser.hasTotp, factorsOfUser.hasPasskey) as SQL<boolean>;

/** Whether the site requires a second factor of a user with these roles. Demo accounts are exempt. */
export const isSecondFactorRequired = sql<boolean>`(not ${users.isDemo} and ${users.roles} && case (${requirement})
  when 'admins' then array[${sql.raw(`${roles.Admin}, ${roles.Owner}`)}]
  when 'owners' then array[${sql.raw(String(roles.Owner))}]
  else array[]::integer[] end)`;

/** Whether the roles Admin and Owner of a user do not count, because the required second factor is missing. */
export const isSecondFactorMissing = sql<boolean>`(${isSecondFactorRequired} and not ${hasSecondFactor})`;

/** Whether a user has the role Admin or Owner, and it counts. */
export const isPortalAdmin = and(
  arrayOverlaps(users.roles, [roles.Admin, roles.Owner]),
  not(isSecondFactorMissing),
) as SQL<boolean>;
