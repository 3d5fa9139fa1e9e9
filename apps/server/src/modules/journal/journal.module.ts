import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { applyGameEvents } from './journal.service.ts';
import { createJournalState } from './journal.state.ts';
import { maintainJournal } from './maintenance.service.ts';
import { endLostSessions } from './presence.service.ts';

const retention = { everyMs: 60 * 60 * 1000, isDelayed: true, failure: 'Maintenance of the journal failed' };
const lost = { everyMs: 10 * 1000, isDelayed: true, failure: 'Sessions on servers out of reach could not be ended' };

/** What happened in the games, and who was there when. */
export const journalModule = defineModule({
  name: 'journal',
  state: createJournalState,
  agentEvents: { 'game.event': applyGameEvents },
  jobs: [
    (ctx) => repeat(ctx.log, retention, async () => void (await maintainJournal(ctx))),
    (ctx) => repeat(ctx.log, lost, () => endLostSessions(ctx)),
  ],
});
