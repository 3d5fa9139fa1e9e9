import fs from 'node:fs';
import path from 'node:path';

/** @typedef {import('./http.mjs').Client} Client */
/** @typedef {import('./http.mjs').Reply} Reply */
/** @typedef {import('./world.mjs').World} World */
/** @typedef {{ admin: Client, owner: Client, world: World, databases: string, mark: string, serverId: string, chatServerId: string, playerId: string }} LoadContext */
/**
 * One way to write something that can be found again. `send` writes number n; `stored` lists the numbers that are there,
 * in their order, each as often as it is there; `findFaults` lists what else is wrong afterwards.
 * @typedef {{ send: (context: LoadContext, n: number) => Promise<Reply>, stored: (context: LoadContext) => Promise<number[] | undefined>,
 *   isOrdered?: boolean, isLatestOnly?: boolean, pauseMs?: number,
 *   prepare?: (context: LoadContext) => void, findFaults?: (context: LoadContext) => Promise<string[]>, clean?: (context: LoadContext) => Promise<void> }} Write
 */

/** @param {Pick<LoadContext, 'mark'>} context @param {number} n */
export const text = ({ mark }, n) => `${mark} ${n} end`;

/** @param {LoadContext} context @param {string[]} found @returns {number[]} */
export function numbers({ mark }, found) {
  return found.flatMap((one) => {
    const [, rest = ''] = one.split(`${mark} `);
    const match = /^(\d+) end/.exec(rest);
    return match ? [Number(match[1])] : [];
  });
}

/** The messages of a kind with the mark of this load, oldest first. @param {LoadContext} context @param {string} serverId @param {string} kind */
async function chatTexts({ admin, mark }, serverId, kind) {
  /** @type {{ id: string, kind: string, text: string }[]} */
  const found = [];
  for (let before = ''; ; before = `&before=${found.at(-1)?.id}`) {
    const page = await admin.read(`/ark/servers/${serverId}/chat?search=${mark}${before}`);
    if (!page) return undefined;
    found.push(...page.messages);
    if (!page.hasMore || page.messages.length === 0) break;
  }
  return found
    .filter((message) => message.kind === kind)
    .map((message) => message.text)
    .toReversed();
}

/** @param {string} name @param {string} content */
function form(name, content) {
  const boundary = 'tribehall-faults';
  const part = (/** @type {string} */ head, /** @type {string} */ body) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const body = [
    part('name="isPrivate"', 'false'),
    part('name="allowedRoles"', 'Admin'),
    part(`name="files"; filename="${name}"\r\ncontent-type: text/plain`, content),
    `--${boundary}--\r\n`,
  ];
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.from(body.join('')) };
}

const fileContent = (/** @type {string} */ name) => `${name}\n`.repeat(400);

/** What the load writes. */
export const writes = /** @satisfies {Record<string, Write>} */ ({
  note: {
    send: (context, n) =>
      context.admin.send('POST', `/ark/players/${context.playerId}/notes`, { text: text(context, n) }),
    stored: async (context) => {
      const found = await context.admin.read(`/ark/players/${context.playerId}/notes`);
      return (
        found &&
        numbers(
          context,
          found.notes.map((/** @type {any} */ note) => note.text),
        ).toReversed()
      );
    },
    // A player can have 200.
    clean: async (context) => {
      const found = await context.admin.read(`/ark/players/${context.playerId}/notes`);
      for (const { id } of found?.notes ?? [])
        await context.admin.send('DELETE', `/ark/players/${context.playerId}/notes/${id}`);
    },
    pauseMs: 250,
  },
  database: {
    prepare: ({ databases, mark }) => {
      fs.mkdirSync(databases, { recursive: true });
      fs.writeFileSync(path.join(databases, `${mark}.json`), '{}');
    },
    send: (context, n) =>
      context.owner.send('POST', `/databases/${context.mark}.json`, { text: JSON.stringify(text(context, n)) }),
    stored: async (context) => {
      const found = await context.owner.read(`/databases/${context.mark}.json?as=text`);
      return found && numbers(context, [found.text]);
    },
    isLatestOnly: true,
  },
  file: {
    send: (context, n) => {
      const name = `${text(context, n)}.txt`;
      return context.admin.send('POST', '/files', form(name, fileContent(name)));
    },
    stored: async (context) => {
      const found = await context.admin.read('/files');
      const own = found?.filter(
        (/** @type {any} */ file) => file.fileName.includes(context.mark) && file.fileName.endsWith(' end.txt'),
      );
      for (const { fileId, fileName } of own ?? []) {
        const { status, text: content } = await context.admin.send('GET', `/files/${fileId}/raw`);
        if (status !== 200 || content !== fileContent(fileName)) return undefined;
      }
      return (
        own &&
        numbers(
          context,
          own.map((/** @type {any} */ file) => file.fileName),
        )
      );
    },
    pauseMs: 150,
  },
  // A game takes two commands a second: chat and commands have one each.
  chat: {
    send: (context, n) =>
      context.admin.send('POST', `/ark/servers/${context.chatServerId}/sendChatMessage`, { message: text(context, n) }),
    stored: async (context) => {
      const found = await chatTexts(context, context.chatServerId, 'portal');
      return found && numbers(context, found);
    },
    findFaults: async (context) => {
      const found = numbers(context, await context.world.received(context.chatServerId).catch(() => []));
      const twice = found.filter((n, index) => found.indexOf(n) !== index);
      return twice.length > 0 ? [`twice in the game: ${twice.join(', ')}`] : [];
    },
    pauseMs: 1_500,
  },
  command: {
    send: (context, n) =>
      context.admin.send('POST', `/ark/servers/${context.serverId}/console`, {
        command: `Broadcast ${text(context, n)}`,
      }),
    stored: async (context) => {
      const found = await context.world.received(context.serverId).catch(() => undefined);
      return (
        found &&
        numbers(
          context,
          found.filter((one) => one.startsWith('Broadcast')),
        )
      );
    },
    pauseMs: 1_200,
  },
  /** What a player says arrives later, however long the portal is away. */
  event: {
    send: async (context, n) =>
      context.world.say(context.serverId, context.playerId, text(context, n)).then(
        () => ({ status: 200, text: '' }),
        (error) => ({ status: 0, text: String(error) }),
      ),
    stored: async (context) => {
      const found = await chatTexts(context, context.serverId, 'player');
      return found && numbers(context, found);
    },
    isOrdered: true,
    pauseMs: 500,
  },
});
/** `upload`, `login` and `slowCommand`: of several machines. @typedef {keyof typeof writes | 'upload' | 'login' | 'slowCommand'} WriteName */
