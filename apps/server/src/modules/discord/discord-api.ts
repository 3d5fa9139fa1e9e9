import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { callDiscord } from './discord-http.ts';

const grant = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,2048}$/),
  token_type: z.string().regex(/^bearer$/i),
  /** Seconds. */
  expires_in: z.number().min(1).max(1e9),
  refresh_token: z.string().regex(/^[\x21-\x7e]{1,2048}$/),
  /** What was granted, which may be less than what was asked for. */
  scope: z.string(),
});

export type Grant = z.output<typeof grant>;

/** A 64-bit number as text. */
const snowflake = z.string().regex(/^\d{1,20}$/);
const account = z.object({ id: snowflake, username: z.string(), global_name: z.string().nullish() });
const guildPage = z.array(z.object({ id: snowflake }));

const replyWithinMs = 8000;
const pageSize = 200;
/** A person is in 200 guilds at most. */
const maxPages = 5;
const maxNameLength = 64;

export type DiscordApi = ReturnType<typeof openDiscord>;

/** Discord's API for one operation: its calls share a deadline. */
export function openDiscord(ctx: Ctx, withinMs = replyWithinMs) {
  const signal = AbortSignal.timeout(withinMs);
  const asPortal = <Schema extends z.ZodType>(schema: Schema, path: string, form: Record<string, string>) => {
    const { DISCORD_CLIENT_ID: id = '', DISCORD_CLIENT_SECRET: secret = '' } = ctx.config;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    return callDiscord(ctx, schema, { path, form, authorization, signal });
  };
  const asUser = <Schema extends z.ZodType>(schema: Schema, path: string, accessToken: string) =>
    callDiscord(ctx, schema, { path, authorization: `Bearer ${accessToken}`, signal });

  return {
    exchangeCode: (code: string, returnUrl: string) =>
      asPortal(grant, '/oauth2/token', { grant_type: 'authorization_code', code, redirect_uri: returnUrl }),
    refresh: (refreshToken: string) =>
      asPortal(grant, '/oauth2/token', { grant_type: 'refresh_token', refresh_token: refreshToken }),
    /** Ends all tokens of the account's consent, not only this one. */
    revoke: (token: string) => asPortal(z.unknown(), '/oauth2/token/revoke', { token }),
    async readAccount(accessToken: string): Promise<{ discordId: string; username: string }> {
      const { id, username, global_name } = await asUser(account, '/users/@me', accessToken);
      return { discordId: id, username: plainName(global_name ?? '') || plainName(username) || id };
    },
    async readGuilds(accessToken: string): Promise<string[]> {
      const ids: string[] = [];
      for (let page = 0; page < maxPages; page += 1) {
        const after = ids.length > 0 ? `&after=${ids.at(-1)}` : '';
        const guilds = await asUser(guildPage, `/users/@me/guilds?limit=${pageSize}${after}`, accessToken);
        ids.push(...guilds.map((guild) => guild.id));
        if (guilds.length < pageSize) break;
      }
      return [...new Set(ids)];
    },
  };
}

/** An untrusted name without line breaks, direction marks and characters that cannot be stored. */
function plainName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '')
    .slice(0, maxNameLength)
    .replace(/\p{Surrogate}/gu, '')
    .trim();
}
