import { defineModule } from '../../module.ts';
import { accountRights } from './rights.service.ts';
import { startSessionsJobs } from './sessions.jobs.ts';
import { createSessionsState } from './sessions.state.ts';

export const sessionsModule = defineModule({
  name: 'sessions',
  state: createSessionsState,
  rights: accountRights,
  jobs: [startSessionsJobs],
});
