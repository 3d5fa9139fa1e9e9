import { game } from '@tribehall/contract/shared/schemas';
import * as z from 'zod';

/** A portal's address: what people open in the browser. */
export const portalAddress = z
  .string()
  .refine(isPortalAddress, 'must be the address of the portal, like https://portal.example.org');

/** Sent in a header, so printable ASCII only. */
const token = z.string().regex(/^[\x21-\x7e]{8,200}$/, 'must be the token that the portal showed for this server');

const filePath = z.string().min(1, 'must be a path');
const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(64, 'must have at most 64 letters')
  .regex(/^\P{Cc}*$/u, 'must not have control characters');

const rcon = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int('must be a number').min(1, 'must be a port').max(65_535, 'must be a port'),
  password: z.string().min(1, 'must not be empty').optional(),
  passwordFile: filePath.optional(),
});

export const serverEntry = z.strictObject({
  name: name.optional(),
  token,
  game,
  rcon,
  folder: filePath.optional(),
  logFile: filePath.optional(),
  saves: filePath.optional(),
  banList: filePath.optional(),
  whitelist: filePath.optional(),
  map: z.string().max(64).optional(),
});
export type ServerEntry = z.output<typeof serverEntry>;

/** Who may update the agent: the portal too, or only this machine's operator. */
const updateSources = ['manual', 'portal'] as const;

export const configFile = z.strictObject({
  portal: portalAddress,
  stateDir: filePath.optional(),
  updates: z.enum(updateSources, 'must be "portal" or "manual"').optional(),
  servers: z
    .array(serverEntry)
    .min(1, 'is empty; `tribehall-agent add` adds a server')
    .max(200, 'has more than 200 servers'),
});
export type ConfigFile = z.output<typeof configFile>;

/** Identifies a server of this agent, and its state folder. */
export function serverName({ name, game, rcon }: ServerEntry): string {
  return name ?? `${game} ${rcon.host}:${rcon.port}`;
}

function isPortalAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
