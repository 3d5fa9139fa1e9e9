import { applicationRoutes } from './applications.ts';
import { channelRoutes } from './channels.ts';
import { guildRoutes } from './guilds.ts';
import { interactionRoutes } from './interactions.ts';
import type { Route, Routes } from './route.ts';
import { userRoutes } from './users.ts';

export type Found = { route: Route; name: string; params: Record<string, string> };

const all: Routes = {
  ...userRoutes,
  ...guildRoutes,
  ...channelRoutes,
  ...applicationRoutes,
  ...interactionRoutes,
};

const table = Object.entries(all).map(([name, route]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, route, method, parts: path.split('/') };
});

/** The first that fits; `path` is without the version. */
export function findRoute(method: string, path: string): Found | undefined {
  const given = path.split('/').map(decoded);
  for (const { name, route, method: wanted, parts } of table) {
    if (wanted !== method || parts.length !== given.length) continue;
    const params = matchParts(parts, given);
    if (params) return { route, name, params };
  }
  return undefined;
}

function matchParts(parts: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/** `@` may come as `%40`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
