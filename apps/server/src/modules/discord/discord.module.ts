import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { portalOrigin } from '../../http/portal-origin.ts';
import { defineModule } from '../../module.ts';
import { createCache, type Cache } from '../../platform/cache.ts';
import type { Picture } from '../../platform/picture-type.ts';
import { readInvite } from './bot-invite.service.ts';
import { readGuildIcon } from './guild-icons.service.ts';
import { listKnownGuilds } from './known-guilds.service.ts';
import { finishLogin, startLogin } from './discord-login.service.ts';
import { finishLinking, refreshGuilds, startLinking, unlink } from './oauth.service.ts';
import { membershipRights } from './membership.service.ts';
import { deleteAccount } from './connection.service.ts';

export const discordModule = defineModule({
  name: 'discord',
  state: createDiscordState,
  rights: membershipRights,
  onUserRemoval: deleteAccount,
  routes(mount) {
    mount('POST /oauth2/discord', ({ ctx, caller, request }) => startLinking(ctx, caller, returnUrl(ctx, request)));
    mount('GET /oauth2/discord', ({ ctx, caller, query, request }) =>
      finishLinking(ctx, caller, query, returnUrl(ctx, request)),
    );
    mount('POST /oauth2/discord/login', ({ ctx, body, peer, request }) =>
      startLogin(ctx, body.browser, peer, returnUrl(ctx, request)),
    );
    mount('POST /oauth2/discord/session', ({ ctx, body, peer, request }) =>
      finishLogin(ctx, body, peer, returnUrl(ctx, request)),
    );
    mount('GET /discord/guilds', ({ ctx }) => listKnownGuilds(ctx));
    mount('GET /discord/invite', ({ ctx }) => readInvite(ctx));
    mount('GET /discord/guilds/{guildId}/icon', async ({ ctx, params, query, reply }) => {
      const { type, body } = await readGuildIcon(ctx, params.guildId, query);
      void reply.type(type).header('cache-control', 'private, max-age=86400').send(body);
    });
    mount('POST /oauth2/discord/refresh', ({ ctx, caller }) => refreshGuilds(ctx, caller));
    mount('DELETE /oauth2/discord', async ({ ctx, caller }) => {
      await unlink(ctx, caller);
      return {};
    });
  },
});

/** Where Discord sends people back. */
function returnUrl({ config }: Ctx, request: FastifyRequest): string {
  return `${portalOrigin(config, request)}/account/connections/discord`;
}

/** The bot's last reply about a member, cached for a moment. */
type KnownMember = { isMember: boolean | undefined; untilMs: number };

type DiscordState = {
  members: Map<string, KnownMember>;
  /** When a guild list that could not be read may be tried again, by user. */
  failures: Map<string, number>;
  /** Single-flight: guild lists being read, by user. */
  guildReads: Map<string, Promise<string[]>>;
  icons: Cache<Picture>;
};

function createDiscordState(): DiscordState {
  return {
    members: new Map(),
    failures: new Map(),
    guildReads: new Map(),
    icons: createCache({ ttlMs: 60 * 60 * 1000, maxEntries: 200 }),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    discord: DiscordState;
  }
}
