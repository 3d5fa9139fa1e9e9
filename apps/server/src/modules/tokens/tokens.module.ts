import type { Ctx } from '../../context.ts';
import { defineModule, type Job } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { createTokenCache, startChecking, tokenCredentials } from './token-callers.service.ts';
import * as tokens from './tokens.service.ts';

const writing = { everyMs: 30_000, isDelayed: true, failure: 'The last use of API tokens could not be written' };
const expiry = { everyMs: 60 * 60 * 1000, failure: 'Expired API tokens could not be removed' };

export const tokensModule = defineModule({
  name: 'tokens',
  state: createTokensState,
  credentials: tokenCredentials,
  routes(mount) {
    mount('GET /users/me/tokens', ({ ctx, caller }) => tokens.listOwn(ctx, caller));
    mount('POST /users/me/tokens', ({ ctx, caller, body }) => tokens.create(ctx, caller, body));
    mount('PATCH /users/me/tokens/{tokenId}', ({ ctx, caller, params, body }) =>
      tokens.rename(ctx, caller, params.tokenId, body.name),
    );
    mount('DELETE /users/me/tokens/{tokenId}', async ({ ctx, caller, params }) => {
      await tokens.revoke(ctx, caller, params.tokenId, caller.userId);
      return {};
    });
    mount('GET /tokens', ({ ctx, query }) => tokens.listAll(ctx, query.page));
    mount('DELETE /tokens/{tokenId}', async ({ ctx, caller, params }) => {
      await tokens.revoke(ctx, caller, params.tokenId);
      return {};
    });
  },
  jobs: [startChecking, startWriting, (ctx) => repeat(ctx.log, expiry, () => tokens.removeExpired(ctx))],
});

function startWriting(ctx: Ctx): Job {
  const stop = repeat(ctx.log, writing, () => tokens.writeUses(ctx));
  return async () => {
    stop();
    await tokens.writeUses(ctx).catch((err: unknown) => ctx.log.warn({ err }, writing.failure));
  };
}

type TokensState = {
  cache: ReturnType<typeof createTokenCache>;
  /** Tokens used since the last write, and when. */
  uses: Map<string, Date>;
};

function createTokensState(): TokensState {
  return { cache: createTokenCache(), uses: new Map() };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    tokens: TokensState;
  }
}
