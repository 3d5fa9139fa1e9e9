import type { Config } from '../../config.ts';
import { defineModule } from '../../module.ts';
import type { EmailSender } from '../../platform/email.ts';
import { repeat } from '../../platform/repeat.ts';
import { approveAndTell } from './approval-message.service.ts';
import { createEmails } from './emails.service.ts';
import * as account from './own-account.service.ts';
import * as passwordReset from './password-reset.service.ts';

const expiry = { everyMs: 60 * 60 * 1000, failure: 'Expired reset links could not be removed' };

export const accountsModule = defineModule({
  name: 'accounts',
  state: createAccountsState,
  jobs: [
    (ctx) => repeat(ctx.log, expiry, () => passwordReset.removeExpired(ctx)),
    ({ state: { accounts } }) =>
      async () => {
        await Promise.all(accounts.background);
        await accounts.emails?.stop();
      },
  ],
  routes(mount) {
    mount('PUT /users/me', ({ ctx, caller, body }) => account.changeOwnProfile(ctx, caller, body));
    mount('DELETE /users/me', async ({ ctx, caller, body }) => {
      await account.removeOwnAccount(ctx, caller, body);
      return {};
    });
    mount('GET /users/me/sessions', ({ ctx, caller }) => account.listOwnSessions(ctx, caller));
    mount('DELETE /users/me/sessions/{sessionId}', async ({ ctx, caller, params }) => {
      await account.endOwnSession(ctx, caller, params.sessionId);
      return {};
    });
    mount('DELETE /users/me/sessions', async ({ ctx, caller, query }) => ({
      ended: await account.endOwnSessions(ctx, caller, query),
    }));
    mount('POST /registrations/{id}/approve', async ({ ctx, caller, params }) => {
      await approveAndTell(ctx, caller, params.id);
      return {};
    });
    mount('POST /users/password-reset', async ({ ctx, body, peer }) => {
      await passwordReset.requestLink(ctx, body.email, peer);
      return {};
    });
    mount('POST /users/password-reset/confirm', async ({ ctx, body, peer }) => {
      await passwordReset.useLink(ctx, body, peer);
      return {};
    });
    mount('POST /users/password-reset/links', ({ ctx, caller, body }) =>
      passwordReset.createLink(ctx, caller, body.username),
    );
  },
});

type AccountsState = {
  /** Undefined where the operator has not set up email. */
  emails: EmailSender | undefined;
  /** What continues after the reply. */
  background: Set<Promise<void>>;
};

function createAccountsState(config: Config): AccountsState {
  return { emails: createEmails(config), background: new Set() };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    accounts: AccountsState;
  }
}
