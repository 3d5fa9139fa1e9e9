import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyName, playerId, textOf } from '../testing/any-text.ts';
import { parseBeing } from './beings.ts';
import { joinChatLines, parseLogFileLine, parseLogLine, splitStamps } from './log-lines.ts';
import { parseTribeEvent, parseTribeLogLine } from './tribe-events.ts';

/** Letters only: what a player could not use to make a line ambiguous. */
const word = fc.string({ unit: fc.constantFrom(...'abcdeéß世🦖'), minLength: 1, maxLength: 12 });
const level = fc.nat(99_999);
const two = (number: number) => String(number).padStart(2, '0');
const time = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const prefixOf = (at: Date) =>
  `[${at.toISOString().slice(0, 10).replaceAll('-', '.')}-${two(at.getUTCHours())}.${two(at.getUTCMinutes())}.${two(at.getUTCSeconds())}:${String(at.getUTCMilliseconds()).padStart(3, '0')}][ 12]`;
const stamp = '2026.09.13_18.48.40: ';
const hostile = textOf(
  stamp,
  '[2026.09.13-18.48.40:782][696]',
  'Tribe ',
  ', ID 1: ',
  'Day 1, 12:34:56: ',
  ' was killed',
  ' by ',
  '!',
  ' - Lvl 3',

  ' (',
  ')',
  '): ',
  'SERVER: ',
  'AdminCmd: ',
  ' (PlayerName: ',
  ', ARKID: 1, SteamID: 76561197991984752)',
  '\n',
  '\0',
  '\ufeff',
  ' joined this ARK!',
  ' [UniqueNetId:',
  ' Tamed a ',
  '<RichColor Color="1,0,0,1">',
  '</>',
  ' with ID 1',
  'a',
  ' ',
);

it('reads the moment of a line from its prefix, to the millisecond', () => {
  fc.assert(
    fc.property(time, word, (at, text) => {
      const line = `${prefixOf(at)}${stamp}${text} joined this ARK!`;
      expect(parseLogFileLine(line)).toEqual({
        at: at.toISOString(),
        stamp: stamp.slice(0, -2),
        kind: 'joined',
        name: text,
      });
    }),
  );
});

const digits = (length: number, max: number) => fc.nat(max).map((number) => String(number).padStart(length, '0'));

it('never makes up a moment: it repeats the digits of the prefix, or there is none', () => {
  const prefix = fc
    .tuple(digits(4, 9999), digits(2, 13), digits(2, 32), digits(2, 24), digits(2, 60), digits(2, 60), digits(3, 999))
    .map(([year, month, day, hour, minute, second, ms]) => `${year}.${month}.${day}-${hour}.${minute}.${second}:${ms}`);
  fc.assert(
    fc.property(prefix, (given) => {
      const { stamps, hasPrefix } = splitStamps(`[${given}][0]x`);
      expect(hasPrefix).toBe(true);
      if (stamps.at !== undefined) expect(stamps.at.match(/\d+/g)).toEqual(given.match(/\d+/g));
    }),
  );
});

it('reads chat, joining and admin commands of any plain name', () => {
  fc.assert(
    fc.property(word, word, fc.string({ unit: 'grapheme' }), playerId, fc.nat(), (name, survivor, said, id, arkId) => {
      const text = said.replace(/[\p{Cc}\p{Cs}]/gu, '').trimEnd();
      fc.pre(!/^\d/.test(text));
      expect(parseLogLine(`${stamp}${name} (${survivor}): ${text}`)).toEqual(
        text === '' ? expect.anything() : { stamp: stamp.slice(0, -2), kind: 'chat', name, survivor, text },
      );
      expect(parseLogLine(`${stamp}${name} [UniqueNetId:${id} Platform:None] left this ARK!`)).toMatchObject({
        kind: 'left',
        name,
        playerId: id,
      });
      expect(
        parseLogLine(`${stamp}AdminCmd: ${survivor} (PlayerName: ${name}, ARKID: ${arkId}, SteamID: ${id})`),
      ).toMatchObject({
        kind: 'admin-command',
        command: survivor,
        playerName: name,
        arkId: String(arkId),
        playerId: id,
      });
    }),
  );
});

it('never reads what a player says as anything but chat', () => {
  fc.assert(
    fc.property(word, word, hostile, (name, survivor, said) => {
      const [first = ''] = said.split(/\n/, 1);
      const fact = parseLogLine(`${stamp}${name} (${survivor}): ${first}`);
      expect(['chat', 'unknown', undefined]).toContain(fact?.kind);
      if (fact?.kind === 'chat') expect([fact.name, fact.survivor]).toEqual([name, survivor]);
    }),
  );
});

it('reads any line as a fact without control characters, and never fails', () => {
  fc.assert(
    fc.property(hostile, (line) => {
      for (const fact of [parseLogLine(line), parseLogFileLine(line)])
        for (const value of Object.values(fact ?? {}))
          if (typeof value === 'string') expect(value).not.toMatch(/\0|\r/);
      for (const entry of joinChatLines(line)) expect(entry.trim()).not.toBe('');
      expect(joinChatLines(joinChatLines(line).join('\n'))).toEqual(joinChatLines(line));
    }),
  );
});

it('reads beings as the log writes them', () => {
  fc.assert(
    fc.property(word, level, word, word, (name, number, species, tribe) => {
      const text = `${name} - Lvl ${number}`;
      expect(parseBeing(text, undefined)).toEqual({ name, level: number });
      expect(parseBeing(`${text} (${tribe})`, 'tribe')).toEqual({ name, level: number, tribe });
      expect(parseBeing(`${text} (${species}) (${tribe})`, undefined)).toEqual({ name, level: number, species, tribe });
    }),
  );
});

it('takes the level after the last mark, whatever a being is called', () => {
  fc.assert(
    fc.property(anyName, level, word, (name, number, tribe) => {
      expect(parseBeing(`${name} - Lvl ${number} (${tribe})`, 'tribe')).toEqual({ name, level: number, tribe });
    }),
  );
});

it('reads a line of a tribe log with the day and time it has, and the event of its text', () => {
  fc.assert(
    fc.property(fc.nat(9_999_999), fc.nat(23), fc.nat(59), hostile, (day, hour, minute, text) => {
      const shown = text.trim();
      fc.pre(shown !== '');
      const line = parseTribeLogLine(`Day ${day}, ${two(hour)}:${two(minute)}:00: ${shown}`);
      expect(line).toMatchObject({ day, time: `${two(hour)}:${two(minute)}:00` });
      expect(line?.text).not.toMatch(/<RichColor[^<>]{0,100}>|<\/>/i);
      expect(line?.event).toEqual(parseTribeEvent(line?.text ?? ''));
    }),
  );
});

it('reads events of tribes back from their words', () => {
  fc.assert(
    fc.property(word, word, level, word, (by, name, number, species) => {
      const creature = { name, level: number, species };
      const shown = `${name} - Lvl ${number} (${species})`;
      expect(parseTribeEvent(`${by} Tamed a ${shown}!`)).toEqual({ kind: 'tamed', creature, by });
      expect(parseTribeEvent(`${by} claimed '${shown}'!`)).toEqual({ kind: 'claimed', creature, by });
      expect(parseTribeEvent(`Your ${shown} was killed!`)).toEqual({ kind: 'creature-killed', creature });
      expect(parseTribeEvent(`${by} demolished a '${name}'!`)).toEqual({ kind: 'demolished', structure: name, by });
      expect(parseTribeEvent(`${by} was added to the Tribe by ${name}!`)).toEqual({
        kind: 'member-added',
        member: by,
        by: name,
      });
    }),
  );
});
