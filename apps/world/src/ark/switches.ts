import type { GameName } from './games.ts';

/**
 * How a server behaves where real ones differ, misbehave, or are not known well enough.
 * May be changed while it runs.
 */
export type Switches = {
  /** `checked` compares the password, `refused` rejects every one, `silent` never replies. */
  login: 'checked' | 'refused' | 'silent';
  /** Some report that a wrong password gets no reply at all. */
  wrongPassword: 'refused' | 'silent';
  /** Valve's servers send an empty packet of type 0 before the reply to the login; ARK does not. */
  emptyPacketBeforeLogin: boolean;
  commandBeforeLogin: 'ignored' | 'closes';
  /** After a start: the port is shut, then open but slow, then the server advertises itself. */
  boot: { refuseMs: number; slowMs: number; slowLoginMs: number; slowCommandMs: number };
  /** Replies come with the game's next tick; a long one makes the game slow. */
  tickMs: number;
  /** Pushed to every client that is logged in. 0 turns the interval off. */
  keepAlive: { everyMs: number; beforeReplyChance: number; id: 'zero' | 'previous' | 'awaited' };
  /** What becomes of a command that arrives while another waits for its reply. */
  pipelining: 'dropped' | 'answered';
  /** What an empty packet does to its connection: the trick that finds the end of a long reply elsewhere. */
  emptyPacket: 'hangs' | 'ignored';
  /** Which replies are cut into many TCP segments at odd offsets. */
  segments: 'none' | 'long' | 'all';
  /** Long replies in several packets of 4 kB instead of one. */
  splitsReplies: boolean;
  stallCloses: boolean;
  encoding: 'ascii' | 'utf8';
  /** Where one command ends and the next begins within one packet, as in the engine's console. */
  commandEnds: 'never' | 'line-breaks' | 'line-breaks-and-bars';
  gameLog: { isOn: boolean; ringEntries: number; entriesPerCall: number; stamp: 'plain' | 'bracketed' };
  /** ServerChat comes back in the chat as `SERVER: …`. */
  serverEcho: boolean;
  presenceInChat: boolean;
  tribeLinesInChat: boolean;
  /** `-servergamelogincludetribelogs` */
  tribeLinesInLog: boolean;
  /** Shows every admin command in the chat: a whispered code with it. */
  adminLogging: boolean;
  /** ListPlayers prints everyone twice. */
  duplicateRows: boolean;
  hexCase: 'lower' | 'mixed';
  save: {
    reply: 'World Saved' | 'nothing';
    writeAfterMs: number;
    takesMs: number;
    /** Automatic saves, the first after `firstAfterMs`. 0 turns them off. */
    everyMs: number;
    firstAfterMs: number;
    /** Half of the file first. Else as a database does it, with its journal beside it, or by renaming a new file. */
    isTorn: boolean;
    /** `-usestore`: tribes and profiles inside the world file instead of separate files. */
    usesStore: boolean;
  };
  exitAfterMs: number;
  /** Beyond this rate for this long no command is processed until the next start. */
  flood: { perSecond: number; windowMs: number } | undefined;
  /** No source documents the replies to kick, ban and unban. */
  moderationReply: 'text' | 'nothing';
  /** Otherwise ban and unban, and the same for the list of those who need no check, are ignored without a reply. */
  listCommandsWork: boolean;
  /** `-exclusivejoin`: only those on the lists may join. */
  exclusiveJoin: boolean;
  killPlayerWorks: boolean;
  broadcastWorks: boolean;
  respawnMs: number;
  log: {
    hasByteOrderMark: boolean;
    lineEnd: '\n' | '\r\n';
    hasStamp: boolean;
    language: 'en' | 'de';
    offsetMinutes: number;
  };
};

const common: Omit<Switches, 'encoding' | 'presenceInChat' | 'save' | 'log'> = {
  login: 'checked',
  wrongPassword: 'refused',
  emptyPacketBeforeLogin: false,
  commandBeforeLogin: 'ignored',
  boot: { refuseMs: 0, slowMs: 0, slowLoginMs: 6_000, slowCommandMs: 3_000 },
  tickMs: 25,
  keepAlive: { everyMs: 30_000, beforeReplyChance: 0, id: 'zero' },
  pipelining: 'dropped',
  emptyPacket: 'hangs',
  segments: 'long',
  splitsReplies: false,
  stallCloses: true,
  commandEnds: 'line-breaks',
  gameLog: { isOn: true, ringEntries: 600, entriesPerCall: 100, stamp: 'plain' },
  serverEcho: true,
  tribeLinesInChat: false,
  tribeLinesInLog: true,
  adminLogging: false,
  duplicateRows: false,
  hexCase: 'lower',
  exitAfterMs: 26_000,
  flood: { perSecond: 4, windowMs: 300_000 },
  moderationReply: 'text',
  listCommandsWork: true,
  exclusiveJoin: false,
  killPlayerWorks: true,
  broadcastWorks: true,
  respawnMs: 15_000,
};

const save = {
  reply: 'World Saved',
  writeAfterMs: 800,
  takesMs: 200,
  everyMs: 0,
  firstAfterMs: 0,
  usesStore: false,
} as const;

const perGame = {
  ase: {
    encoding: 'ascii',
    presenceInChat: false,
    save: { ...save, isTorn: true },
    log: { hasByteOrderMark: true, lineEnd: '\n', hasStamp: true, language: 'en', offsetMinutes: 0 },
  },
  asa: {
    encoding: 'utf8',
    presenceInChat: true,
    save: { ...save, isTorn: false },
    log: { hasByteOrderMark: true, lineEnd: '\r\n', hasStamp: true, language: 'en', offsetMinutes: 0 },
  },
} satisfies Record<GameName, Pick<Switches, 'encoding' | 'presenceInChat' | 'save' | 'log'>>;

export function switchesOf(game: GameName, changed: Partial<Switches> = {}): Switches {
  return structuredClone({ ...common, ...perGame[game], ...changed });
}
