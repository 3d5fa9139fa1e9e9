import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, textLine } from '../shared/schemas.ts';
import { tribeId } from '../structures.contract.ts';
import { journalPage, journalQuery } from './people.contract.ts';

export const tribeLogRoutes = defineRoutes({
  'GET /ark/servers/{id}/tribes/{tribeId}/log': {
    summary: "A tribe's log as far back as the journal goes, newest first; for its members and admins of the server",
    right: 'user',
    scope: 'read',
    params: z.object({ id, tribeId }),
    /** `search`: a part of the text, case-insensitive. */
    query: journalQuery.extend({ search: textLine.max(100).optional() }),
    reply: journalPage,
  },
});
