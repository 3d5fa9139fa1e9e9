import type { LogEvent, LogLine } from '@tribehall/ark/logs/log-lines';
import type { Being, Culprit } from '@tribehall/ark/logs/beings';
import { isRepeated, toTribeDeed } from '@tribehall/ark/logs/tribe-deeds';
import type { TribeEvent } from '@tribehall/ark/logs/tribe-events';
import type { Redactor } from '@tribehall/common/redactor';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { cleanText } from '../../clean-text.ts';
import type { Draft } from '../../outbox/draft.ts';
import type { Identities } from '../players/identities.ts';

type GameEvent = AgentEventData<'game.event'>;

type Options = {
  identities: Pick<Identities, 'idOf' | 'idOfSurvivor'>;
  redactor: Pick<Redactor, 'redact'>;
};

const maxLengths = { text: 1_000, name: 128 } as const;

/** Turns a line of the game's log into an event for the portal; undefined for chat and for what only the engine says. */
export function createGameEvents({ identities, redactor }: Options): (line: LogLine) => Draft | undefined {
  const clean = (text: string, maxLength: number) => cleanText(redactor.redact(text), maxLength);
  return ({ fact, text }) => {
    const event = describe(fact, identities);
    const words = clean('text' in fact ? fact.text : text, maxLengths.text);
    if (!event || words === '') return undefined;
    const data = mapTexts(event, (name) => clean(name, maxLengths.name));
    return { type: 'game.event', data: { ...data, text: words }, ...(fact.at !== undefined && { at: fact.at }) };
  };
}

type Described = Omit<GameEvent, 'text'>;
type Finder = Options['identities'];

function describe(fact: LogEvent, find: Finder): Described | undefined {
  switch (fact.kind) {
    case 'joined':
    case 'left': {
      const id = fact.playerId ?? find.idOf(fact.name);
      return { kind: fact.kind, player: { ...(id !== undefined && { id }), name: fact.name } };
    }
    case 'killed':
      return describeDeath(fact, find);
    case 'creature-killed': {
      const { tribe, ...creature } = fact.creature;
      return { kind: 'creature-died', creature, ...ofTribe(tribe), ...otherSide(fact.by, find) };
    }
    case 'tamed':
      return {
        kind: 'tamed',
        ...(fact.survivor !== undefined && { player: survivor(fact.survivor, find) }),
        ...ofTribe(fact.tribe),
        creature: fact.creature,
      };
    case 'joined-tribe':
    case 'left-tribe':
      return {
        kind: fact.kind === 'joined-tribe' ? 'tribe-joined' : 'tribe-left',
        player: { ...survivor(fact.survivor, find), arkId: fact.arkId },
        ...ofTribe(fact.tribe, fact.tribeId),
        ...(fact.by && otherSide({ name: fact.by.survivor }, find)),
      };
    case 'tribe': {
      const { day, time, tribe, tribeId, event } = fact;
      return { ...describeTribeEvent(event, find), ...ofTribe(tribe, tribeId), day, time, isTribeLog: true };
    }
    case 'admin-command': {
      const { playerId: id, playerName: name, arkId, command } = fact;
      return { kind: 'admin-command', player: { ...(id !== undefined && { id }), name, arkId }, thing: command };
    }
    case 'started':
    case 'saved':
      return { kind: fact.kind };
    case 'unknown':
      return { kind: 'other' };
    case 'chat':
    case 'server-said':
    case 'version':
    case 'advertising':
    case 'file-opened':
    case 'saving':
      break;
  }
  return undefined;
}

/** The tribe's own line repeats what the server's line says, so it is nobody's event but the tribe's. */
function describeDeath(fact: Extract<LogEvent, { kind: 'killed' }>, find: Finder): Described {
  const { victim, level, tribe, tribeId, by, day, time } = fact;
  const isTribeLog = tribeId !== undefined;
  const who = isTribeLog ? { name: victim } : survivor(victim, find);
  return {
    kind: 'died',
    player: { ...who, ...(level !== undefined && { level }) },
    ...ofTribe(tribe, tribeId),
    ...otherSide(by, isTribeLog ? undefined : find),
    ...(isTribeLog && { isTribeLog }),
    ...(day !== undefined && { day }),
    ...(time !== undefined && { time }),
  };
}

function describeTribeEvent(event: TribeEvent, find: Finder): Described {
  const { player, other, ...deed } = toTribeDeed(event);
  const known = isRepeated(deed) ? undefined : find;
  return {
    ...deed,
    ...(player !== undefined && { player: known ? survivor(player, known) : { name: player } }),
    // A tribe that was attacked is no one who could be online.
    ...(other && (deed.kind === 'destroyed' ? { other } : otherSide(other, known))),
  };
}

function survivor(name: string, find: Finder): NonNullable<GameEvent['player']> {
  const id = find.idOfSurvivor(name);
  return { ...(id !== undefined && { id }), name };
}

function ofTribe(name: string | undefined, id?: string): Pick<GameEvent, 'tribe'> {
  return name === undefined || name === '' ? {} : { tribe: { name, ...(id !== undefined && { id }) } };
}

/** Of a creature the log has its level; who has a tribe but no species is a survivor. */
function otherSide(by: Culprit | undefined, find: Finder | undefined): Pick<GameEvent, 'other'> {
  if (!by) return {};
  const being: Being = by;
  const isSurvivor = being.species === undefined && (being.level === undefined || being.tribe !== undefined);
  const playerId = isSurvivor ? find?.idOfSurvivor(being.name) : undefined;
  return { other: { ...being, ...(playerId !== undefined && { playerId }) } };
}

/** The portal rejects texts that are too long or have control characters, wherever in the event they are. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, change)])) as Value;
}
