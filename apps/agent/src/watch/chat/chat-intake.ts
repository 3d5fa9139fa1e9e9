import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { cleanText } from '../../clean-text.ts';
import type { Draft } from '../../outbox/draft.ts';
import type { Identities } from '../players/identities.ts';
import { type ChatText, createChatMemory, type Echoes } from './chat-memory.ts';

export type ChatSource = 'log' | 'rcon';

/** Takes chat from the log, or from RCON if there is none, and each message exactly once. */
export type ChatIntake = {
  fromLog(fact: LogEvent, isOld: boolean): Draft[];
  /** One reply of GetChat. */
  fromRcon(facts: readonly LogEvent[]): Draft[];
};

type Options = {
  identities: Pick<Identities, 'idOf'>;
  echoes: Pick<Echoes, 'isEcho'>;
  /** The last source of an earlier process. */
  lastSource: ChatSource | undefined;
  /** When this agent, or an earlier process of it, last sent a chat message. */
  spokeAtMs(): number | undefined;
  now?: () => number;
};

type ChatMessage = ChatText & { kind: 'player' | 'server'; at?: string | undefined };

const maxLengths = { name: 128, text: 1_000 } as const;
const echoWindowMs = 60_000;
/** The log may be written somewhat later than RCON reports. */
const slackMs = 5_000;
const handoverMs = 30_000;

export function createChatIntake(options: Options): ChatIntake {
  const { identities, echoes, lastSource, spokeAtMs, now = Date.now } = options;
  const takenFromLog = createChatMemory();
  const takenFromRcon = createChatMemory();
  let source: ChatSource | undefined;
  let hasReadRcon = lastSource === 'rcon';
  let logSinceMs = 0;
  /** Messages of this period came through RCON. */
  const throughRcon = { fromMs: Infinity, untilMs: -Infinity };

  const isOwn = (message: ChatMessage, isOld: boolean) => {
    if (message.kind !== 'server') return false;
    return echoes.isEcho(message.text) || (isOld && wasSaidBefore(message, spokeAtMs(), now()));
  };
  /** The first reply holds everything since anyone last asked. Returns what is new; undefined if unknown. */
  const newsInFirstReply = (messages: ChatMessage[]): ChatMessage[] | undefined => {
    if (takenFromLog.isEmpty()) return hasReadRcon ? messages : undefined;
    const knownCount = takenFromLog.countKnown(messages);
    return knownCount > 0 ? messages.slice(knownCount) : messages.filter((message) => !takenFromLog.recognise(message));
  };
  const changeToRcon = (messages: ChatMessage[]): ChatMessage[] => {
    const news = newsInFirstReply(messages);
    throughRcon.fromMs = news ? -Infinity : now();
    takenFromLog.clear();
    source = 'rcon';
    hasReadRcon = true;
    return news ?? [];
  };
  const changeToLog = () => {
    source = 'log';
    logSinceMs = now();
  };
  const isThroughRcon = (message: ChatMessage) => {
    // Later on an equal message is a new one, and a wrong clock must not silence the log.
    if (now() - logSinceMs > handoverMs) {
      takenFromRcon.clear();
      return false;
    }
    const atMs = message.at === undefined ? now() : Date.parse(message.at);
    const isInTime = atMs >= throughRcon.fromMs && atMs < throughRcon.untilMs - slackMs;
    return takenFromRcon.recognise(message) || isInTime;
  };

  return {
    fromLog(fact, isOld) {
      const message = readMessage(fact);
      if (!message) return [];
      if (source !== 'log') changeToLog();
      takenFromLog.remember(message);
      return isThroughRcon(message) || isOwn(message, isOld) ? [] : draft(message, identities);
    },
    fromRcon(facts) {
      const messages = facts.flatMap((fact) => readMessage(fact) ?? []);
      const news = source === 'rcon' ? messages : changeToRcon(messages);
      throughRcon.untilMs = now();
      for (const message of news) takenFromRcon.remember(message);
      return news.filter((message) => !isOwn(message, false)).flatMap((message) => draft(message, identities));
    },
  };
}

function readMessage(fact: LogEvent): ChatMessage | undefined {
  if (fact.kind === 'server-said') return { kind: 'server', name: 'SERVER', text: fact.text, at: fact.at };
  if (fact.kind !== 'chat') return undefined;
  return { kind: 'player', name: fact.name, survivor: fact.survivor, text: fact.text, at: fact.at };
}

/** Sent by the previous process, which ended before the echo came. Texts are not stored: they may be codes. */
function wasSaidBefore({ at }: ChatMessage, spokeAtMs: number | undefined, nowMs: number): boolean {
  if (spokeAtMs === undefined) return false;
  const atMs = at === undefined ? nowMs : Date.parse(at);
  return atMs >= spokeAtMs - slackMs && atMs <= spokeAtMs + echoWindowMs;
}

function draft(message: ChatMessage, identities: Pick<Identities, 'idOf'>): Draft[] {
  const text = cleanText(message.text, maxLengths.text);
  if (text === '') return [];
  const playerId = message.kind === 'player' ? identities.idOf(message.name, message.survivor) : undefined;
  const survivor = cleanText(message.survivor ?? '', maxLengths.name);
  return [
    {
      type: 'chat.line',
      data: {
        kind: message.kind,
        ...(playerId !== undefined && { playerId }),
        name: cleanText(message.name, maxLengths.name),
        ...(survivor !== '' && { survivor }),
        text,
      },
      ...(message.at !== undefined && { at: message.at }),
    },
  ];
}
