import { defineModule } from '../../module.ts';
import * as flags from './flags.service.ts';
import * as notes from './notes.service.ts';

/** What Admins write about players, and which players they watch. */
export const notesModule = defineModule({
  name: 'notes',
  state: createNotesState,
  topics: { 'players.watched': { snapshot: flags.listWatched } },
  onPlayersJoined: flags.announceJoined,
  routes(mount) {
    mount('GET /ark/players/{playerId}/notes', ({ ctx, params }) => notes.readNotes(ctx, params.playerId));
    mount('POST /ark/players/{playerId}/notes', ({ ctx, caller, params, body }) =>
      notes.addNote(ctx, caller, params.playerId, body.text),
    );
    mount('PUT /ark/players/{playerId}/notes/{noteId}', ({ ctx, caller, params, body }) =>
      notes.editNote(ctx, caller, params, body.text),
    );
    mount('DELETE /ark/players/{playerId}/notes/{noteId}', async ({ ctx, caller, params }) => {
      await notes.removeNote(ctx, caller, params);
      return {};
    });
    mount('POST /ark/players/{playerId}/notes/{noteId}/restore', ({ ctx, caller, params }) =>
      notes.restoreNote(ctx, caller, params),
    );
    mount('PUT /ark/players/{playerId}/flags', ({ ctx, caller, params, body }) =>
      flags.setFlags(ctx, caller, params.playerId, body),
    );
  },
});

/** The play session that was announced last, by server and player. */
function createNotesState() {
  return { announced: new Map<string, bigint>() };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    notes: ReturnType<typeof createNotesState>;
  }
}
