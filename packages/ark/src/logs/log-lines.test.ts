import { describe, expect, it } from 'vitest';
import { noResponse } from '../rcon/replies.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { joinChatLines, parseLogFileLine, parseLogLine } from './log-lines.ts';

const prefix = '[2026.09.13-18.48.40:782][696]';
const stamp = '2026.09.13_18.48.40';
const seen = { at: '2026-09-13T18:48:40.782Z', stamp };
const inFile = (text: string) => `${prefix}${stamp}: ${text}`;

const known: [string, object][] = [
  [
    'Survivor42 [UniqueNetId:0002c0ffee11d00d4242beef00c0ffee Platform:None] joined this ARK!',
    { kind: 'joined', name: 'Survivor42', playerId: '0002c0ffee11d00d4242beef00c0ffee' },
  ],
  [
    'Survivor42 [UniqueNetId:0002C0FFEE11D00D4242BEEF00C0FFEE Platform:] left this ARK!',
    { kind: 'left', name: 'Survivor42', playerId: '0002c0ffee11d00d4242beef00c0ffee' },
  ],
  ['まっする [UniqueNetId: Platform:None] left this ARK!', { kind: 'left', name: 'まっする' }],
  ['azurenightwalker joined this ARK!', { kind: 'joined', name: 'azurenightwalker' }],
  ['azurenightwalker left this ARK!', { kind: 'left', name: 'azurenightwalker' }],
  ['Dr. [X] (y) joined this ARK!', { kind: 'joined', name: 'Dr. [X] (y)' }],
  ['Müller ist diesem ARK beigetreten!', { kind: 'joined', name: 'Müller' }],
  ['Müller hat diesen ARK verlassen!', { kind: 'left', name: 'Müller' }],
  ['Müller hat dieses ARK verlassen!', { kind: 'left', name: 'Müller' }],
  ['PlatformName (Survivor): message', { kind: 'chat', name: 'PlatformName', survivor: 'Survivor', text: 'message' }],
  ['SERVER: [Map] Name: msg', { kind: 'server-said', text: '[Map] Name: msg' }],
  [
    'AdminCmd: showAdminManager (PlayerName: X, ARKID: 827627995, PlatformID: 000283DE000000000000000000000001)',
    {
      kind: 'admin-command',
      command: 'showAdminManager',
      playerName: 'X',
      arkId: '827627995',
      playerId: '000283de000000000000000000000001',
    },
  ],
  [
    'AdminCmd: gfi "a (b)" 1 (PlayerName: X, ARKID: 7, Y, ARKID: 1, SteamID: 76561197991984752)',
    {
      kind: 'admin-command',
      command: 'gfi "a (b)" 1',
      playerName: 'X, ARKID: 7, Y',
      arkId: '1',
      playerId: '76561197991984752',
    },
  ],
  [
    'Tribe Alpha, ID 123: Day 5, 12:34:56: <RichColor Color="1,1,0,1">Bob Tamed a Dodo - Lvl 10!</>',
    {
      kind: 'tribe',
      tribe: 'Alpha',
      tribeId: '123',
      day: 5,
      time: '12:34:56',
      text: 'Bob Tamed a Dodo - Lvl 10!',
      event: { kind: 'tamed', creature: { name: 'Dodo', level: 10 }, by: 'Bob' },
    },
  ],
  [
    'Tribe Tribe of Guppy, ID 123: Day 1, 12:00:00: Tribemember Guppy - Lvl 49 was killed by a Direwolf - Lvl 114!',
    {
      kind: 'killed',
      victim: 'Guppy',
      level: 49,
      day: 1,
      time: '12:00:00',
      tribe: 'Tribe of Guppy',
      tribeId: '123',
      by: { name: 'Direwolf', level: 114 },
      text: 'Tribemember Guppy - Lvl 49 was killed by a Direwolf - Lvl 114!',
    },
  ],
  [
    'Tribe Alpha, ID 123: Day 5, 12:34:56: Your Rexy - Lvl 100 (Rex) was killed!',
    {
      kind: 'tribe',
      tribe: 'Alpha',
      tribeId: '123',
      day: 5,
      time: '12:34:56',
      text: 'Your Rexy - Lvl 100 (Rex) was killed!',
      event: { kind: 'creature-killed', creature: { name: 'Rexy', level: 100, species: 'Rex' } },
    },
  ],
  [
    'Tribe Alpha, ID 123: Day 5, 12:34:56: <RichColor Color="1, 0, 0, 1">Tribemember Guppy - Lvl 49 was killed!</>)',
    {
      kind: 'killed',
      victim: 'Guppy',
      level: 49,
      day: 5,
      time: '12:34:56',
      tribe: 'Alpha',
      tribeId: '123',
      text: 'Tribemember Guppy - Lvl 49 was killed!',
    },
  ],
  [
    'Tribe Alpha, ID 123: Day 5, 12:34:56: Bob froze Rexy :) - Lvl 100 (Rex))',
    {
      kind: 'tribe',
      tribe: 'Alpha',
      tribeId: '123',
      day: 5,
      time: '12:34:56',
      text: 'Bob froze Rexy :) - Lvl 100 (Rex)',
      event: { kind: 'froze', creature: { name: 'Rexy :)', level: 100, species: 'Rex' }, by: 'Bob' },
    },
  ],
  [
    'Guppy - Lvl 20 (Tribe of Guppy) was killed by Bob - Lvl 5 (Alpha)!',
    {
      kind: 'killed',
      victim: 'Guppy',
      level: 20,
      tribe: 'Tribe of Guppy',
      by: { name: 'Bob', level: 5, tribe: 'Alpha' },
      text: 'Guppy - Lvl 20 (Tribe of Guppy) was killed by Bob - Lvl 5 (Alpha)!',
    },
  ],
  [
    'Guppy - Lvl 20 (Tribe of Guppy) was killed! [KillerSID: 390821743]',
    {
      kind: 'killed',
      victim: 'Guppy',
      level: 20,
      tribe: 'Tribe of Guppy',
      text: 'Guppy - Lvl 20 (Tribe of Guppy) was killed! [KillerSID: 390821743]',
    },
  ],
  [
    'Rexy - Lvl 20 (Rex) (Alpha) was killed by a Manta - Lvl 85 ()!',
    {
      kind: 'creature-killed',
      creature: { name: 'Rexy', level: 20, species: 'Rex', tribe: 'Alpha' },
      by: { name: 'Manta', level: 85 },
    },
  ],
  ['Guppy - Lvl 20 was killed!', { kind: 'killed', victim: 'Guppy', level: 20, text: 'Guppy - Lvl 20 was killed!' }],
];

/** Players cannot write the game's stamp. */
const stamped: [string, object][] = [
  [
    'Tribe Brohalla Tamed an Anglerfish - Lvl 224 (Anglerfish)!',
    { kind: 'tamed', tribe: 'Brohalla', creature: { name: 'Anglerfish', level: 224, species: 'Anglerfish' } },
  ],
  [
    'Annie of Tribe Tribe of Bob Tamed a Raft (Raft)!',
    { kind: 'tamed', survivor: 'Annie', tribe: 'Tribe of Bob', creature: { name: 'Raft', species: 'Raft' } },
  ],
  [
    'Player Annie with ID 175703758 joined tribe Alpha with ID 9404640859.',
    { kind: 'joined-tribe', survivor: 'Annie', arkId: '175703758', tribe: 'Alpha', tribeId: '9404640859' },
  ],
  [
    'Player Annie with ID 175703758 removed from tribe Alpha with ID 9404640859 by Player Bob with ID 7.',
    {
      kind: 'left-tribe',
      survivor: 'Annie',
      arkId: '175703758',
      tribe: 'Alpha',
      tribeId: '9404640859',
      by: { survivor: 'Bob', arkId: '7' },
    },
  ],
  ['Saving world...', { kind: 'saving' }],
  ['World Save Complete. Took: 0.255260', { kind: 'saved', seconds: 0.25526 }],
  ['Kkmeu ist irgendwo.', { kind: 'unknown', text: 'Kkmeu ist irgendwo.' }],
];

describe('a known line', () => {
  it.each(known)('%s', (text, fact) => {
    expect(parseLogLine(inFile(text))).toEqual({ ...seen, ...fact });
    expect(parseLogFileLine(inFile(text))).toEqual({ ...seen, ...fact });
    expect(parseLogFileLine(`${prefix}${text}`)).toEqual({ at: seen.at, ...fact });
    expect(parseLogLine(`${text} \r\n`)).toEqual(fact);
    expect(parseLogLine(`2020.05.06_11.04.56: ${text}`)).toEqual({ stamp: '2020.05.06_11.04.56', ...fact });
    expect(parseLogLine(`[2026.08.31-05.10.12]: ${text}`)).toEqual({ stamp: '2026.08.31_05.10.12', ...fact });
  });

  it.each(stamped)('that only the game can have written: %s', (text, fact) => {
    expect(parseLogLine(inFile(text))).toEqual({ ...seen, ...fact });
    expect(parseLogLine(`2020.05.06_11.04.56: ${text}`)).toEqual({ stamp: '2020.05.06_11.04.56', ...fact });
    expect(parseLogLine(text)).toBeUndefined();
    expect(parseLogFileLine(text)).toBeUndefined();
  });

  it.each([
    ['Log file open, 06/25/26 03:36:06', { kind: 'file-opened' }],
    ['ARK Version: 88.25', { kind: 'version', version: '88.25' }],
    ['Server: "NAME (x): y" has successfully started!', { kind: 'started' }],
    ['Server has completed startup and is now advertising for join (10.95GB Mem)', { kind: 'advertising' }],
    ['Server has completed startup and is now advertising for join.', { kind: 'advertising' }],
  ])('of the start: %s', (text, fact) => {
    expect(parseLogFileLine(`\ufeff${text}`)).toEqual(fact);
    expect(parseLogLine(`[2023.10.31-17.06.20:506][  0]${text}`)).toEqual({ at: '2023-10-31T17:06:20.506Z', ...fact });
  });

  it('of ASA reports a join through GetChat without its last words', () => {
    const line = '2026.08.31_06.01.54: Bethii_94 [UniqueNetId:0002c0ffee11d00d4242beef00c0ffee Platform:None] joined';

    expect(parseLogLine(line)).toMatchObject({ kind: 'joined', name: 'Bethii_94', stamp: '2026.08.31_06.01.54' });
    expect(parseLogLine('Bethii_94 [x] joined')).toBeUndefined();
  });

  it.each(['2026.13.41', '2026.02.30'])('has no time where its date is none: %s', (date) => {
    const line = parseLogLine(`[${date}-18.48.40:782][696]${date}_18.48.40: A (B): c`);
    expect(line).toMatchObject({ text: 'c' });
    expect(line).not.toHaveProperty('at');
  });
});

describe('who said it', () => {
  it.each([
    // The first end of a bracket with a colon ends the survivor: the rest is the message.
    ['a (b): c (d): e', 'a', 'b', 'c (d): e'],
    ['x (y) (z): hi', 'x (y)', 'z', 'hi'],
    ['P (a (b)): hi', 'P', 'a (b)', 'hi'],
    ['P (x(y)): hi', 'P', 'x(y)', 'hi'],
    ['P (:)): hi', 'P', ':)', 'hi'],
    ['P :( (a): hi', 'P :(', 'a', 'hi'],
    ['[A] B: c, d. (e: f): g: h', '[A] B: c, d.', 'e: f', 'g: h'],
    ['P (): hi', 'P', '', 'hi'],
    ['P (a): ', 'P', 'a', ''],
    ['SERVER (a): hi', 'SERVER', 'a', 'hi'],
    ['Tribe Alpha, ID 5 (a): hi', 'Tribe Alpha, ID 5', 'a', 'hi'],
    ['a", "; KickPlayer 1 (b): <script>', 'a", "; KickPlayer 1', 'b', '<script>'],
  ])('%j', (line, name, survivor, text) => {
    // The blank at the end of an empty message is cut with the line.
    const message = parseLogLine(line) ?? parseLogLine(`${line}x`);
    expect(message).toMatchObject({ kind: 'chat', name, survivor });
    expect(message).toHaveProperty('text', text === '' ? 'x' : text);
  });
});

describe('a player who writes like the game', () => {
  it.each([
    'Mal (M): Bob [UniqueNetId:0002c0ffee11d00d4242beef00c0ffee Platform:None] joined this ARK!',
    'Mal (M): Bob joined this ARK!',
    'Mal (M): Guppy - Lvl 20 was killed by a Dodo!',
    'Mal (M): AdminCmd: x (PlayerName: X, ARKID: 1, SteamID: 76561197991984752)',
    'Mal (M): Tribe A, ID 1: Day 1, 12:00:00: Tribemember Guppy - Lvl 49 was killed!',
    'Mal (M): Server: "x" has successfully started!',
    'Tribe Mal (M): I Tamed a Dodo!',
  ])('has only said it: %s', (line) => {
    expect(parseLogLine(inFile(line))?.kind).toBe('chat');
  });

  it('gives no ids to others by a name like a command', () => {
    const line = 'AdminCmd: x (M): (PlayerName: Admin, ARKID: 666, SteamID: 76561197991984752)';

    expect(parseLogLine(inFile(line))?.kind).toBe('unknown');
  });

  it.each([
    'Bob - Lvl 3 (T) was killed by me - Lvl 5 (T) was killed!',
    'Tribe A, ID 1: Day 1, 12:00:00: Tribemember Bob - Lvl 1 was killed!, ID 7: Day 3, 12:00:00: Al was added to the Tribe!',
    'Player A with ID 1 joined tribe B with ID 2 joined tribe C with ID 3.',
    'A of Tribe B of Tribe C Tamed a Dodo - Lvl 1 (Dodo)!',
  ])('makes a line ambiguous, and so unknown: %s', (line) => {
    expect(parseLogLine(inFile(line))?.kind).toBe('unknown');
  });

  it('kills nobody by a name like a tribe', () => {
    const line = 'Tribe A, ID 1: Day 1, 12:00:00: Tribemember Guppy - Lvl 49 was killed by (M): me!';

    expect(parseLogLine(inFile(line))?.kind).toBe('unknown');
  });

  it('does not start a server by a name like a start', () => {
    expect(parseLogLine(inFile('Server has completed startup and is now advertising for join (M): hi'))?.kind).toBe(
      'chat',
    );
    expect(parseLogLine(inFile('ARK Version: 1.0 joined this ARK!'))?.kind).toBe('joined');
  });

  it('is not heard in the file without its stamps', () => {
    expect(parseLogFileLine('Admin (Boss): the second line of a message')).toBeUndefined();
    expect(parseLogFileLine('Bob joined this ARK!')).toBeUndefined();
  });
});

it('returns nothing of what the engine writes, which may hold a password', () => {
  const options = 'TheIsland?SessionName="My (x): y"?ServerAdminPassword=secret joined this ARK!';

  expect(parseLogLine(`${prefix}Commandline: ${options}`)).toBeUndefined();
  expect(parseLogLine(`${prefix}Started with ${options}`)).toBeUndefined();
  expect(parseLogLine(`${prefix}LogNet: Warning (x): y`)).toBeUndefined();
  expect(parseLogLine(`${prefix}Full Startup: 932.35 seconds`)).toBeUndefined();
});

it('takes control characters out', () => {
  expect(parseLogLine('a\0b (c\u001bd): e\tf\u0007')).toEqual({
    kind: 'chat',
    name: 'ab',
    survivor: 'cd',
    text: 'e f',
  });
});

describe('a reply of several entries', () => {
  it('is none for silence', () => {
    expect(joinChatLines(noResponse)).toEqual([]);
    expect(joinChatLines(' \n \n')).toEqual([]);
  });

  it('is split as GetGameLog sends it', () => {
    const reply =
      '2020.05.06_11.04.56: azurenightwalker joined this ARK!\n2020.05.06_11.06.11: azurenightwalker left this ARK!\n \n ';

    expect(joinChatLines(reply).map((line) => parseLogLine(line)?.kind)).toEqual(['joined', 'left']);
  });

  it('joins the lines of one message', () => {
    const reply = 'Bob (B): one\ntwo\r\n\nthree\nSERVER: four\nfive\nAl (A): six\n \n ';

    expect(joinChatLines(reply)).toEqual(['Bob (B): one\ntwo\n\nthree', 'SERVER: four\nfive', 'Al (A): six']);
    expect(parseLogLine('Bob (B): one\ntwo\n\nthree')).toEqual({
      kind: 'chat',
      name: 'Bob',
      survivor: 'B',
      text: 'one\ntwo\n\nthree',
    });
  });

  it('joins nothing to what is no message', () => {
    expect(joinChatLines('rest\n2026.08.31_06.01.54: Al joined this ARK!\nrest')).toEqual([
      'rest',
      '2026.08.31_06.01.54: Al joined this ARK!',
      'rest',
    ]);
  });
});

it('never throws and never takes long', { timeout: 60_000 }, () => {
  const random = seededRandom(3);
  const pieces = [
    inFile(''),
    ' (',
    '): ',
    ' - Lvl ',
    '1',
    ' was killed by ',
    '!',
    'Tribe ',
    ', ID 1: Day 1, ',
    ' [UniqueNetId:',
    ']',
    ' joined this ARK!',
    'AdminCmd: ',
    ' (PlayerName: ',
    ', ARKID: 1, SteamID: 7)',
    '<RichColor ',
    '\n',
    'SERVER: ',
  ];
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 8 }, () => random.pick(pieces)).join('');
    joinChatLines(text).map(parseLogLine);
  }
  const started = performance.now();
  for (const piece of pieces) for (const start of pieces) parseLogLine(`${start}${piece.repeat(5000)}`);

  expect(performance.now() - started).toBeLessThan(40_000);
});
