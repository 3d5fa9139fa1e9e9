import { roles, type ReplyInput } from '@tribehall/contract';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { openGame, type AuditRow, type Game } from '../players/players.fixture.ts';

type Notes = ReplyInput<'GET /ark/players/{playerId}/notes'>;
type Note = Notes['notes'][number];
export type Player = { id: string; name: string };

/** A portal with two Admins. */
export async function createNotesTest() {
  const app = await createTestApp();
  const [olive, omar] = [
    await createTestUser(app, { roles: [roles.Admin] }),
    await createTestUser(app, { roles: [roles.Admin] }),
  ];
  let count = 0;
  /** Someone new, so that tests do not see each other's notes. */
  const newcomer = (name: string): Player => ({
    id: `7656119800002${String((count += 1)).padStart(4, '0')}`,
    name,
  });
  const ask = async (user: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const url = `/api/ark/players/${path}`;
    const reply = await app.http.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
    return { status: reply.statusCode, ...reply.json<{ data: unknown; error?: string; details?: unknown }>() };
  };
  return {
    app,
    olive,
    omar,
    newcomer,
    ask,
    /** A new player who is online on a new server. */
    meet: async (name: string): Promise<{ player: Player; game: Game }> => {
      const player = newcomer(name);
      return { player, game: await openGame(app, { players: [player] }) };
    },
    notesOf: async ({ id }: Player) => (await ask(olive, 'GET', `${id}/notes`)).data as Notes,
    add: async (user: TestUser, { id }: Player, text: string) =>
      (await ask(user, 'POST', `${id}/notes`, { text })).data as Note,
    edit: async (user: TestUser, { id }: Player, note: Note, text: string) =>
      (await ask(user, 'PUT', `${id}/notes/${note.id}`, { text })).data as Note,
    flag: (user: TestUser, { id }: Player, change: object) => ask(user, 'PUT', `${id}/flags`, change),
    /** What the audit has about a player. */
    auditAbout: async ({ id }: Player): Promise<AuditRow[]> => {
      const { rows } = await app.ctx.db.execute(
        'select action, actor, target, outcome, details from audit order by id',
      );
      return (rows as AuditRow[]).filter(({ details }) => details?.['playerId'] === id);
    },
  };
}
