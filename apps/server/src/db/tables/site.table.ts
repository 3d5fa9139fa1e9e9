import { registrationModes, secondFactorRequirements } from '@tribehall/contract/site/account-settings';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** What the Owner has chosen for the whole portal: one row at most, and none before the first change. */
export const siteSettings = pgTable('site_settings', {
  id: text('id', { enum: ['site'] }).primaryKey(),
  /** Of the community; the landing page has a text of its own where there is none. */
  name: text('name'),
  description: text('description'),
  /** Whether people who are not logged in see the servers and their badges. */
  isStatusPublic: boolean('is_status_public').notNull(),
  registration: text('registration', { enum: registrationModes }).notNull().default('open'),
  isDiscordSignUpOn: boolean('is_discord_sign_up_on').notNull().default(false),
  /** Whose accounts need a second factor to log in. */
  secondFactorFor: text('second_factor_for', { enum: secondFactorRequirements }).notNull().default('nobody'),
  changedAt: moment('changed_at').notNull(),
});
