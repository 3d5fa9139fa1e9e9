import type { User } from '../features/users/users.queries.ts';

/** A user without roles and linked accounts; pass what matters for the test. */
export function buildUser(changes: Partial<User> = {}): User {
  return {
    id: 'u1',
    email: 'mira@tribehall.test',
    username: 'Mira',
    hasPassword: true,
    roles: [],
    connections: {},
    isGuildMember: false,
    ark: { controlledServers: [], favoriteServers: [], linkedPlayers: [] },
    ...changes,
  };
}
