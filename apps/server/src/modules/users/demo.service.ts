import { roles } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { addConnection } from '../discord/connection.service.ts';
import { addUser } from './users.service.ts';
import { hashPassword } from './passwords.service.ts';
import * as store from './users.store.ts';

export const demoPassword = 'tribehall-demo';

type DemoAccount = {
  email: string;
  username: string;
  roles: number[];
  /** Of the stand-in Discord's person of that name. */
  discordId?: string;
  hasCharacter?: boolean;
  about: string;
};

/** The accounts of the demo world. Their password is known to everyone: config keeps them to loopback. */
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
    email: 'member@tribehall.test',
    username: 'Mira',
    roles: [],
    discordId: '100000000000000001',
    hasCharacter: true,
    about: 'Discord and a character linked',
  },
  { email: 'newcomer@tribehall.test', username: 'Nico', roles: [], about: 'nothing linked' },
];

/** The simulated survivor that belongs to the demo member. */
const demoCharacter = { serverId: 'demo-the-island', playerId: '76561190000000001', isAdmin: false };

/** Makes the demo accounts that are missing. The member's character comes with the account or with its server. */
export async function seedDemoAccounts(ctx: Ctx, newServers: readonly string[] = []): Promise<void> {
  for (const account of demoAccounts) {
    const known = await store.findByEmail(ctx.db, account.email);
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
    }
    return id;
  });
}
