import type { Fact } from './fact.ts';

/** What decides what a person may see. The simulation keeps its own account of it and never asks the portal. */
export type Person = {
  id: string;
  username: string;
  roles: Fact<readonly number[]>;
  /** Whether they moderate a server, by its id. */
  moderates: Map<string, Fact<boolean>>;
  /** Linked characters: whether they are admins there, by the server's id. */
  characters: Map<string, { isAdmin: boolean }>;
  session: Session;
  /** Their rights are being changed; the next change waits for its turn. */
  isChanging: boolean;
};

export type Session = { token: string; isActive: Fact<boolean> };

export type Verdict = 'yes' | 'no' | 'maybe';

/** How long something may still be seen after the right to it has ended. */
export const graceMs = 1_000;

const [adminRole, ownerRole] = [1000, 1500];

type Standing = { roles: readonly number[]; moderated: ReadonlySet<string>; adminOf: ReadonlySet<string> };
type Rule = (standing: Standing, key: string) => boolean;

const isOwner: Rule = ({ roles }) => roles.includes(ownerRole);
const isAdmin: Rule = ({ roles }) => roles.includes(adminRole) || roles.includes(ownerRole);
const isUser: Rule = () => true;
const isServerAdmin: Rule = (standing, key) => isAdmin(standing, key) || standing.adminOf.has(key);
const isServerModerator: Rule = (standing, key) => isServerAdmin(standing, key) || standing.moderated.has(key);
const isModerator: Rule = (standing, key) =>
  isAdmin(standing, key) || standing.adminOf.size > 0 || standing.moderated.size > 0;

/** Who may follow a topic, written down once more and apart from the portal's own declaration. */
export const topicRules: Record<string, Rule> = {
  'chat.server': isUser,
  'chat.cluster': isUser,
  'servers.state': isUser,
  'players.online': isUser,
  'users.me': isUser,
  'mail.sent': isUser,
  notifications: isUser,
  'servers.setup': isServerAdmin,
  sanctions: isModerator,
  reports: isModerator,
  registrations: isAdmin,
  'players.watched': isAdmin,
  audit: isOwner,
  logs: isOwner,
};

/** Who may read what a call returns; `{id}` is a server. */
export const callRules: Record<string, Rule> = {
  '/api/ark/servers/{id}/chat': isUser,
  '/api/ark/servers/{id}/console': isServerModerator,
  '/api/ark/servers/{id}/moderators': isServerAdmin,
  '/api/ark/sanctions': isModerator,
  '/api/users': isOwner,
  '/api/audit': isOwner,
};

/** Whether a person with this session may see something at all moments of this time, at none, or at some. */
export function judge(
  rule: Rule,
  { person, session }: { person: Person; session: Session },
  key: string,
  [fromMs, toMs]: [number, number],
): Verdict {
  const active = session.isActive.possible(fromMs, toMs);
  if (!active.includes(true)) return 'no';
  const moderated = [...person.moderates].map(([id, fact]) => ({ id, values: fact.possible(fromMs, toMs) }));
  const most = new Set(moderated.filter(({ values }) => values.includes(true)).map(({ id }) => id));
  const least = new Set(moderated.filter(({ values }) => !values.includes(false)).map(({ id }) => id));
  const adminOf = new Set([...person.characters].filter(([, { isAdmin: is }]) => is).map(([id]) => id));
  const roles = person.roles.possible(fromMs, toMs);
  const allowed = roles.flatMap((held) =>
    [most, least].map((set) => rule({ roles: held, moderated: set, adminOf }, key)),
  );
  if (!allowed.includes(true)) return 'no';
  return allowed.includes(false) || active.includes(false) ? 'maybe' : 'yes';
}
