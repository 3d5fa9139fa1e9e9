import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { cleanText } from '../../clean-text.ts';
import type { Draft } from '../../outbox/draft.ts';
import type { Identities } from '../players/identities.ts';
import { type ChatText, createChatMemory, type Echoes } from './chat-memory.ts';

export type ChatSource = 'log' | 'rcon';

/** Takes chat from the log, or from RCON where there is none, and every line once. */
export type ChatIntake = {
  fromLog(fact: LogEvent, isOld: boolean): Draft[];
  /** One reply of GetChat. */
  fromRcon(facts: readonly LogEvent[]): Draft[];
};

type Options = {
  identities: Pick<Identities, 'idOf'>;
  echoes: Pick<Echoes, 'isEcho'>;
  /** The way an earlier process took last. */
  lastSource: ChatSource | undefined;
  /** When this agent, or an earlier process of it, last said something in the game. */
  spokeAtMs(): number | undefined;
  now?: () => number;
};

type Line = ChatText & { kind: 'player' | 'server'; at?: string | undefined };

const maxLengths = { name: 128, text: 1_000 } as const;
const echoWindowMs = 60_000;
/** The log may be written somewhat later than RCON tells. */
const slackMs = 5_000;
const handoverMs = 30_000;

export function createChatIntake(options: Options): ChatIntake {
  const { identities, echoes, lastSource, spokeAtMs, now = Date.now } = options;
  const takenFromLog = createChatMemory();
  const takenFromRcon = createChatMemory();
  let source: ChatSource | undefined;
  let hasReadRcon = lastSource === 'rcon';
  let logSinceMs = 0;
  /** What happened in this time came through RCON. */
  const throughRcon = { fromMs: Infinity, untilMs: -Infinity };

  const isOwn = (line: Line, isOld: boolean) => {
    if (line.kind !== 'server') return false;
    return echoes.isEcho(line.text) || (isOld && wasSaidBefore(line, spokeAtMs(), now()));
  };
  /** Everything since anyone last asked, hours perhaps: what of it is news? Undefined where nobody can tell. */
  const newsInFirstReply = (lines: Line[]): Line[] | undefined => {
    if (takenFromLog.isEmpty()) return hasReadRcon ? lines : undefined;
    const knownCount = takenFromLog.countKnown(lines);
    return knownCount > 0 ? lines.slice(knownCount) : lines.filter((line) => !takenFromLog.recognise(line));
  };
  const changeToRcon = (lines: Line[]): Line[] => {
    const news = newsInFirstReply(lines);
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
  const isThroughRcon = (line: Line) => {
    // Later on an equal line is a new one, and a clock that goes wrong must not silence the log.
    if (now() - logSinceMs > handoverMs) {
      takenFromRcon.clear();
      return false;
    }
    const atMs = line.at === undefined ? now() : Date.parse(line.at);
    const isInTime = atMs >= throughRcon.fromMs && atMs < throughRcon.untilMs - slackMs;
    return takenFromRcon.recognise(line) || isInTime;
  };

  return {
    fromLog(fact, isOld) {
      const line = readLine(fact);
      if (!line) return [];
      if (source !== 'log') changeToLog();
      takenFromLog.remember(line);
      return isThroughRcon(line) || isOwn(line, isOld) ? [] : draft(line, identities);
    },
    fromRcon(facts) {
      const lines = facts.flatMap((fact) => readLine(fact) ?? []);
      const news = source === 'rcon' ? lines : changeToRcon(lines);
      throughRcon.untilMs = now();
      for (const line of news) takenFromRcon.remember(line);
      return news.filter((line) => !isOwn(line, false)).flatMap((line) => draft(line, identities));
    },
  };
}

function readLine(fact: LogEvent): Line | undefined {
  if (fact.kind === 'server-said') return { kind: 'server', name: 'SERVER', text: fact.text, at: fact.at };
  if (fact.kind !== 'chat') return undefined;
  return { kind: 'player', name: fact.name, survivor: fact.survivor, text: fact.text, at: fact.at };
}

/** Said by the process before this one, which did not live to hear it. What was said is kept nowhere: it may be a code. */
function wasSaidBefore({ at }: Line, spokeAtMs: number | undefined, nowMs: number): boolean {
  if (spokeAtMs === undefined) return false;
  const atMs = at === undefined ? nowMs : Date.parse(at);
  return atMs >= spokeAtMs - slackMs && atMs <= spokeAtMs + echoWindowMs;
}

function draft(line: Line, identities: Pick<Identities, 'idOf'>): Draft[] {
  const text = cleanText(line.text, maxLengths.text);
  if (text === '') return [];
  const playerId = line.kind === 'player' ? identities.idOf(line.name, line.survivor) : undefined;
  const survivor = cleanText(line.survivor ?? '', maxLengths.name);
  return [
    {
      type: 'chat.line',
      data: {
        kind: line.kind,
        ...(playerId !== undefined && { playerId }),
        name: cleanText(line.name, maxLengths.name),
        ...(survivor !== '' && { survivor }),
        text,
      },
      ...(line.at !== undefined && { at: line.at }),
    },
  ];
}
