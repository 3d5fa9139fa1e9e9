import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { defineModule } from '../../module.ts';
import { attachment } from '../../http/attachment.ts';
import { sendTagged } from '../../http/compression.ts';
import { matchesTag, userContentPolicy } from '../../http/file-reply.ts';
import { whileRead } from '../../http/streamed-reply.ts';
import { repeat } from '../../platform/repeat.ts';
import { exportStructures } from './export/export.service.ts';
import { checkOwnMaps, readPicture } from './map/maps.service.ts';
import { openGround } from './map/ground.service.ts';
import { openPoints } from './map/points.service.ts';
import * as saves from './world-saves/world-saves.service.ts';
import { listClasses, readStructure, removeExpired } from './structures.service.ts';
import * as tribes from './tribes/tribes.service.ts';
import { abandonSaves, readRevisions } from './world-saves/intake.service.ts';
import { createSaveMethods } from './world-saves/save-methods.service.ts';
import { createStructuresState } from './structures.state.ts';

const retention = { everyMs: 60 * 60 * 1000, failure: 'Expired structures could not be removed' };
const exportTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

export const structuresModule = defineModule({
  name: 'structures',
  state: createStructuresState,
  topics: { structures: { snapshot: saves.readSaveState } },
  agentConnections: {
    onOpen: abandonSaves,
    onClose: abandonSaves,
    helloFields: async (ctx, serverIds) => {
      const revisions = await readRevisions(ctx, serverIds);
      return (serverId) => ({ saveRevision: revisions.get(serverId) ?? null });
    },
    methods: createSaveMethods,
  },
  jobs: [(ctx) => repeat(ctx.log, retention, () => removeExpired(ctx))],
  routes(mount, ctx) {
    checkOwnMaps(ctx);
    mount('GET /ark/servers/{id}/structures', ({ ctx, caller, params }) => saves.readOverview(ctx, caller, params.id));
    mount('PUT /ark/servers/{id}/structures', ({ ctx, caller, params, body }) =>
      saves.setVisibleTo(ctx, caller, params.id, body.visibleTo),
    );
    mount('POST /ark/servers/{id}/saveWorld', async ({ ctx, caller, params }) => {
      await saves.saveWorld(ctx, caller, params.id);
      return {};
    });
    mount('GET /ark/servers/{id}/structures/points', async ({ ctx, caller, params, query, request, reply }) => {
      const points = await openPoints(ctx, caller, params.id, query.state);
      await sendTagged(request, reply, { ...points, type: 'application/octet-stream' });
    });
    mount('GET /ark/servers/{id}/structures/ground', async ({ ctx, caller, params, request, reply }) => {
      const ground = await openGround(ctx, caller, params.id);
      await sendTagged(request, reply, { ...ground, type: 'application/json; charset=utf-8' });
    });
    mount('GET /ark/servers/{id}/structures/export', async ({ ctx, caller, params, query, reply }) => {
      const reader = whileRead(reply.raw, ctx.state.structures.exportMs);
      const { name, pieces, release } = await exportStructures(ctx, caller, params.id, query, reader);
      const text = Readable.from(pieces, { highWaterMark: 1 }).once('close', release);
      if (reader.aborted) text.destroy();
      await reply
        .type(exportTypes[query.format])
        .headers({ 'content-disposition': attachment(name), 'content-security-policy': userContentPolicy })
        .send(text);
    });
    mount('GET /ark/servers/{id}/structures/{structureId}', ({ ctx, caller, params }) =>
      readStructure(ctx, caller, params.id, params.structureId),
    );
    mount('GET /ark/servers/{id}/tribes', ({ ctx, caller, params }) => tribes.listTribes(ctx, caller, params.id));
    mount('GET /ark/servers/{id}/tribes/{tribeId}', ({ ctx, caller, params }) =>
      tribes.readTribe(ctx, caller, params.id, params.tribeId),
    );
    mount('GET /ark/servers/{id}/survivors', ({ ctx, caller, params }) => tribes.listSurvivors(ctx, caller, params.id));
    mount('GET /ark/servers/{id}/getAllClassesOfType', ({ ctx, caller, params, query }) =>
      listClasses(ctx, caller, params.id, query),
    );
    mount('GET /ark/maps/{map}/picture', async ({ ctx, params, request, reply }) => {
      const { bytes, type } = await readPicture(ctx, params.map);
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'content-security-policy': userContentPolicy });
      await (matchesTag(request.headers['if-none-match'], etag)
        ? reply.status(304).send()
        : reply.type(type).send(bytes));
    });
  },
});
