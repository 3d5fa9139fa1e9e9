import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sessions } from '../db/tables/users.table.ts';
import { agentUrl } from '../testing/test-agent.ts';
import { createTestApp } from '../testing/test-app.ts';
import { addTestServer } from '../testing/test-game-servers.ts';
import { createPortalClient } from './portal-client.ts';

const dayMs = 24 * 60 * 60 * 1000;
const never = new AbortController().signal;

describe('the bot at the portal', () => {
  it('renews its session, and passes refusals on', async () => {
    const app = await createTestApp();
    const { origin } = new URL((await agentUrl(app)).replace(/^ws/, 'http'));
    const portal = createPortalClient(app.ctx, origin, never);
    const { id } = await addTestServer(app);
    const sessionIds = async () => (await app.ctx.db.select().from(sessions)).map((session) => session.id);
    const sendChat = () => portal.sendChatMessage(id, { message: 'hi', playerName: 'Mira', guildId: '1' });
    await expect(sendChat()).rejects.toMatchObject({ code: 'SERVER_OFFLINE' });
    const first = await sessionIds();
    expect(first).toHaveLength(1);
    for (let days = 0; days < 16; days += 4) {
      app.passMs(4 * dayMs);
      await expect(sendChat()).rejects.toMatchObject({ code: 'SERVER_OFFLINE' });
    }
    expect(await sessionIds()).toEqual(first);
    app.passMs(31 * dayMs);
    await expect(sendChat()).rejects.toMatchObject({ code: 'SERVER_OFFLINE' });
    expect(await sessionIds()).not.toEqual(first);
    await expect(portal.sendChatMessage('nowhere', { message: 'hi' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('does not hang on an unresponsive portal when it has to stop', async () => {
    const { ctx } = await createTestApp();
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const ending = new AbortController();
    silent.once('connection', () => ending.abort());
    const { port } = silent.address() as AddressInfo;
    const portal = createPortalClient(ctx, `http://127.0.0.1:${port}`, ending.signal);
    await expect(portal.sendChatMessage('x', { message: 'hi' })).rejects.toThrow('abort');
  });
});
