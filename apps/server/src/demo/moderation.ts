import { inTransaction, type Ctx } from '../context.ts';
import { addToJournal } from '../modules/sanctions/records.service.ts';
import { readTarget } from '../modules/sanctions/reach.service.ts';
import { requireServer } from '../modules/servers/servers.service.ts';
import * as store from './demo.store.ts';
import { demoReports } from './reports.ts';
import { demoSanctions, demoTemplates, type DemoSanction } from './sanctions.ts';

const hourMs = 60 * 60 * 1000;

/** The demo's moderator may moderate one cluster. */
const moderator = {
  email: 'moderator@tribehall.test',
  clusterId: 'demo-old-guard',
  powers: ['history', 'kick', 'warn', 'mute', 'ban', 'mail'],
  maxBanDays: 7,
};

/** Adds templates, sanctions, a moderator and reports together with the servers they are about. */
export async function seedDemoModeration(ctx: Ctx, newServers: readonly string[]): Promise<void> {
  if (!demoSanctions.every(({ on }) => on.every((id) => newServers.includes(id)))) return;
  await inTransaction(ctx, async (ctx) => {
    await store.insertTemplates(
      ctx.db,
      demoTemplates.map((template, position) => ({ id: `demo-template-${position + 1}`, position, ...template })),
    );
    for (const sanction of demoSanctions) await addSanction(ctx, sanction);
    await addModerator(ctx);
    for (const report of demoReports) await addReport(ctx, report);
  });
}

async function addSanction(ctx: Ctx, given: DemoSanction): Promise<void> {
  const { id, kind, playerId, name, reason, note = '', evidence = [], by, on } = given;
  const ago = (hours: number) => hoursAgo(ctx, hours);
  const [createdAt, endedAt] = [ago(given.hoursAgo), given.overHoursAgo === undefined ? null : ago(given.overHoursAgo)];
  const user = await store.findUser(ctx.db, `${by}@tribehall.test`);
  const row = {
    id,
    kind,
    playerId,
    name,
    ...(await readTarget(ctx, given.reach)),
    reason,
    note,
    evidence,
    source: 'portal' as const,
    by: user?.username ?? by,
    byUserId: user?.id ?? null,
    createdAt,
    endsAt: given.lastsHours === undefined ? null : ago(given.hoursAgo - given.lastsHours),
    endedAt,
    liftedBy: given.lift ? (user?.username ?? by) : null,
    liftReason: given.lift ?? null,
    mailId: null,
    acknowledgedAt: kind === 'warning' ? endedAt : null,
  };
  const isCarriedOut = kind !== 'mute';
  const servers = on.map((serverId) => ({ sanctionId: id, serverId, playerId, ...stateOf(given, serverId) }));
  const onServers = isCarriedOut ? servers.map((server) => ({ ...server, at: endedAt ?? createdAt })) : [];
  if (!(await store.insertSanction(ctx.db, row, onServers))) return;
  await addToJournal({ ...ctx, clock: () => createdAt }, row, entryKinds[kind], on);
  if (endedAt !== null && kind === 'ban') await addToJournal({ ...ctx, clock: () => endedAt }, row, 'unbanned', on);
}

const entryKinds = { kick: 'kicked', warning: 'warned', mute: 'muted', ban: 'banned' } as const;

/** Rented servers: what a command changed there cannot be seen. */
const unseen = ['demo-the-center', 'demo-valguero'];

function stateOf({ kind, overHoursAgo }: DemoSanction, serverId: string) {
  if (kind === 'ban' && overHoursAgo !== undefined) return { state: 'lifted', detail: null } as const;
  if (kind !== 'ban' || !unseen.includes(serverId)) return { state: 'confirmed', detail: null } as const;
  return { state: 'sent', detail: 'The game took the command, but its effect could not be seen.' } as const;
}

async function addModerator(ctx: Ctx): Promise<void> {
  const { email, clusterId, powers, maxBanDays } = moderator;
  const user = await store.findUser(ctx.db, email);
  if (!user) return;
  await store.insertModerator(ctx.db, {
    id: 'demo-moderator',
    userId: user.id,
    ...(await readTarget(ctx, { type: 'cluster', clusterId })),
    powers,
    maxBanDays,
    grantedBy: 'Olive',
    grantedAt: hoursAgo(ctx, 60 * 24),
  });
}

async function addReport(
  ctx: Ctx,
  { hoursAgo: hours, account, assignee, answer, comments = [], serverId, ...given }: (typeof demoReports)[number],
): Promise<void> {
  const userOf = async (name: string | undefined) =>
    name === undefined ? undefined : store.findUser(ctx.db, `${name}@tribehall.test`);
  const [user, responsible] = [await userOf(account), await userOf(assignee)];
  const answeredAt = answer ? hoursAgo(ctx, answer.hoursAgo) : null;
  await store.insertReport(
    ctx.db,
    {
      ...given,
      userId: user?.id ?? null,
      serverId,
      serverName: (await requireServer(ctx, serverId)).name,
      assigneeId: responsible?.id ?? null,
      assignee: responsible?.username ?? null,
      answer: answer?.text ?? null,
      answeredBy: answer ? (responsible?.username ?? null) : null,
      answeredAt,
      createdAt: hoursAgo(ctx, hours),
      closedAt: given.state === 'closed' ? answeredAt : null,
    },
    comments.map(({ author, text, hoursAgo: ago }, index) => ({
      id: `${given.id}-comment-${index + 1}`,
      reportId: given.id,
      author,
      text,
      at: hoursAgo(ctx, ago),
    })),
  );
}

function hoursAgo(ctx: Ctx, hours: number): Date {
  return new Date(ctx.clock().getTime() - hours * hourMs);
}
