export type CardSubject = { kind: 'player' | 'server'; id: string };

const kinds = { players: 'player', servers: 'server' } as const;

/** The player or server that a link leads to. Navigation, menus and links to the page itself have no card. */
export function cardSubject(link: HTMLAnchorElement): CardSubject | undefined {
  if (link.origin !== location.origin || link.pathname === location.pathname) return undefined;
  if (link.closest('nav, header, [role="menu"], [role="listbox"]') !== null) return undefined;
  const [, kind, id] = /^\/arkbot\/(players|servers)\/([^/]+)$/.exec(link.pathname) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  const decoded = decode(id);
  return decoded === undefined ? undefined : { kind: kinds[kind as keyof typeof kinds], id: decoded };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
