/** Identifiers seen in replies, by the names of their fields, so that requests find things that exist. */

const perName = 50;

export function createKnownIds() {
  /** @type {Map<string, string[]>} */
  const known = new Map();
  /** @param {string} name @param {string} id */
  const add = (name, id) => {
    const list = known.get(name) ?? [];
    known.set(name, list);
    if (list.includes(id)) return;
    if (list.length < perName) list.push(id);
    else list[id.length % perName] = id;
  };
  /** @param {unknown} value @param {string} name @param {number} depth */
  const learn = (value, name, depth) => {
    if (depth > 6) return;
    if (typeof value === 'string') {
      if (/id$|name$|^code$|hash$|token$/i.test(name) && value.length < 200) add(name, value);
    } else if (Array.isArray(value)) for (const item of value.slice(0, 20)) learn(item, name, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) learn(item, key, depth + 1);
  };
  return {
    /** @param {unknown} data of a reply @param {string} path of the request: `id` below `/ark/servers` is a `serverId`, too */
    learn: (data, path) => {
      learn(data, '', 0);
      const noun = /\/(\w+?)s(?:\/|$)/.exec(path)?.[1];
      const items = Array.isArray(data) ? data : [data];
      for (const item of items.slice(0, 20)) if (noun && typeof item?.id === 'string') add(`${noun}Id`, item.id);
    },
    /** @param {string} name @param {import('./random.mjs').Random} random @returns {string | undefined} */
    find: (name, random) => {
      const list = known.get(name) ?? (/id$/i.test(name) ? known.get('id') : undefined);
      return list && random.pick(list);
    },
  };
}
