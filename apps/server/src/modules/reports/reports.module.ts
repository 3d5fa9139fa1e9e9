import { defineModule } from '../../module.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { reportFromGame } from './game-reports.service.ts';
import * as queue from './queue.service.ts';
import * as reports from './reports.service.ts';

/** What members report about players, and what moderators do about it. */
export const reportsModule = defineModule({
  name: 'reports',
  topics: { reports: { key: (caller) => caller.userId, snapshot: emptySnapshot } },
  chatCommands: { report: reportFromGame },
  onUserRemoval: reports.forgetUser,
  routes(mount) {
    mount('POST /ark/reports', ({ ctx, caller, body }) => reports.create(ctx, caller, 'portal', body));
    mount('GET /ark/reports/own', ({ ctx, caller }) => reports.listOwn(ctx, caller));
    mount('GET /ark/reports', ({ ctx, caller, query }) => queue.list(ctx, caller, query));
    mount('GET /ark/reports/waiting', async ({ ctx, caller }) => ({ open: await queue.countOpen(ctx, caller) }));
    mount('GET /ark/reports/{id}', ({ ctx, caller, params }) => queue.read(ctx, caller, params.id));
    mount('POST /ark/reports/{id}/comments', ({ ctx, caller, params, body }) =>
      queue.comment(ctx, caller, params.id, body.text),
    );
    mount('PUT /ark/reports/{id}/assignee', ({ ctx, caller, params, body }) =>
      queue.assign(ctx, caller, params.id, body.isMine),
    );
    mount('POST /ark/reports/{id}/answer', ({ ctx, caller, params, body }) =>
      queue.answer(ctx, caller, params.id, body),
    );
    mount('POST /ark/reports/{id}/close', ({ ctx, caller, params }) => queue.close(ctx, caller, params.id));
    mount('POST /ark/reports/{id}/reopen', ({ ctx, caller, params }) => queue.reopen(ctx, caller, params.id));
  },
});
