import { roles } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../context.ts';
import { addConnection } from '../modules/discord/connection.service.ts';
import { addUser } from '../modules/users/users.service.ts';
import { hashPassword } from '../modules/users/passwords.service.ts';
import * as store from './demo.store.ts';

export const demoPassword = 'tribehall-demo';

type DemoAccount = {
  email: string;
  username: string;
  roles: number[];
  /** The person of that name in the simulated Discord. */
  discordId?: string;
  hasCharacter?: boolean;
  about: string;
};

/** Their password is public, so they can be used only from the machine that runs the portal. */
export const demoAccounts: DemoAccount[] = [
  {
    email: 'owner@tribehall.test',
    username: 'Olive',
    roles: [roles.Owner],
    discordId: '100000000000000003',
    about: 'Owner, Discord linked',
  },
  {
    email: 'admin@tribehall.test',
    username: 'Adam',
    roles: [roles.Admin],
    discordId: '100000000000000004',
    about: 'Admin, Discord linked',
  },
  {
    email: 'moderator@tribehall.test',
    username: 'Mona',
    roles: [],
    about: 'moderator of one cluster',
  },
  {
    email: 'member@tribehall.test',
    username: 'Mira',
    roles: [],
    discordId: '100000000000000001',
    hasCharacter: true,
    about: 'Discord and a character linked',
  },
  { email: 'newcomer@tribehall.test', username: 'Nico', roles: [], about: 'nothing linked' },
];

/** Whoever has something linked has been here before, so that Home has something to tell. */
const awayMs = 2 * 24 * 60 * 60 * 1000;

/** The simulated survivor that belongs to the demo member. */
const demoCharacter = { serverId: 'demo-the-island', playerId: '76561190000000001', isAdmin: false };

/** Creates the demo accounts that are missing. The member's character is linked with the account or with its server. */
export async function seedDemoAccounts(ctx: Ctx, newServers: readonly string[] = []): Promise<void> {
  for (const account of demoAccounts) {
    const known = await store.findUser(ctx.db, account.email);
    const userId = known?.id ?? (await addAccount(ctx, account));
    const isDue = known === undefined || newServers.includes(demoCharacter.serverId);
    if (account.hasCharacter && isDue)
      await store.putLinkedPlayer(ctx.db, { ...demoCharacter, userId, linkedAt: ctx.clock() });
  }
}

async function addAccount(ctx: Ctx, account: DemoAccount): Promise<string> {
  const { discordId } = account;
  const passwordHash = await hashPassword(ctx, demoPassword);
  return inTransaction(ctx, async (ctx) => {
    const { id } = await addUser(ctx, { ...account, passwordHash, isDemo: true });
    if (discordId !== undefined) {
      const guilds = ctx.config.GUILD_ID ? [ctx.config.GUILD_ID] : [];
      await addConnection(ctx, id, { discordId, username: account.username, guilds });
      await store.putVisit(ctx.db, id, new Date(ctx.clock().getTime() - awayMs));
    }
    return id;
  });
}
