import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import {
  confirms,
  isCutPlayerList,
  isKeepAlive,
  isPlayerId,
  isSilence,
  noResponse,
  parsePlayerList,
} from './replies.ts';

describe('silence', () => {
  it('is the text of the game, byte for byte', () => {
    expect(Buffer.from(noResponse).toString('hex')).toBe(
      '5365727665722072656365697665642c20427574206e6f20726573706f6e73652121200a20',
    );
  });

  it.each([noResponse, 'Server received, But no response!!', 'SERVER RECEIVED, but no response!! \n \n '])(
    'is %j',
    (reply) => {
      expect(isSilence(reply)).toBe(true);
    },
  );

  it.each(['', `Bob (Bobby): ${noResponse}`, `${noResponse}\nBob (Bobby): hi`, 'World Saved'])('is not %j', (reply) => {
    expect(isSilence(reply)).toBe(false);
  });
});

it('knows Keep Alive by the whole body', () => {
  expect(['Keep Alive', ' keep alive \n', 'KEEP ALIVE'].every(isKeepAlive)).toBe(true);
  expect(['', 'Keep Alive!', 'Bob (B): Keep Alive'].some(isKeepAlive)).toBe(false);
});

it('knows ids of Steam, Epic and EOS', () => {
  expect(['76561197991984752', '7171521174456260817', '0002f16bad3d4330b6097fcec38c5610'].every(isPlayerId)).toBe(true);
  expect(
    ['', '1', '0002F16BAD3D4330B6097FCEC38C5610', '76561197991984752 ', '76561197991984752\n', '0'.repeat(33)].some(
      isPlayerId,
    ),
  ).toBe(false);
});

describe('the player list', () => {
  it.each([
    'No Players Connected',
    'No Players Connected \n ',
    '',
    '\n\n',
    noResponse,
    '0. ',
    ', 76561197991984752',
    '0. a, b',
  ])('is empty for %j', (reply) => {
    expect(parsePlayerList(reply)).toEqual([]);
  });

  it('reads Steam, Epic and EOS rows', () => {
    const reply =
      '0. Bletch, 76561197991984752 \n1. Bletch, 7171521174456260817\r\n 2. HeloRaptr, 0002F16BAD3D4330B6097FCEC38C5610 \n ';

    expect(parsePlayerList(reply)).toEqual([
      { id: '76561197991984752', name: 'Bletch' },
      { id: '7171521174456260817', name: 'Bletch' },
      { id: '0002f16bad3d4330b6097fcec38c5610', name: 'HeloRaptr' },
    ]);
  });

  it.each([
    'Dr. Bones Jr',
    'Smith, John',
    '[Tribe] a, b. c',
    '1. Nested, 76561197991984752',
    'a", "; KickPlayer 1',
    'いぬ 🦖',
    '',
  ])('leaves the name %j unchanged', (name) => {
    expect(parsePlayerList(`12. ${name}, 76561197991984753`)).toEqual([{ id: '76561197991984753', name }]);
  });

  it('counts an id once, in whatever case it is written', () => {
    const id = '0002f16bad3d4330b6097fcec38c5610';

    expect(parsePlayerList(`0. A, ${id}\n1. B, ${id.toUpperCase()}`)).toEqual([{ id, name: 'A' }]);
  });

  it('takes control characters out of names', () => {
    expect(parsePlayerList('0. a\0b\u001b[31mc, 76561197991984752')).toEqual([
      { id: '76561197991984752', name: 'ab[31mc' },
    ]);
  });

  it('makes the best of rubbish, quickly', { timeout: 60_000 }, () => {
    const random = seededRandom(1);
    for (let round = 0; round < 2000; round += 1) {
      const pieces = Array.from({ length: 30 }, () =>
        random.pick(['0. ', ', ', '\n', '76561197991984752', ' ', 'x', '\0', '🦖']),
      );
      for (const { id } of parsePlayerList(pieces.join(''))) expect(isPlayerId(id)).toBe(true);
    }
    const started = performance.now();
    parsePlayerList(`0. ${', 7656119799198475'.repeat(60_000)}`);
    parsePlayerList(`0. ${' '.repeat(1_000_000)},x`);

    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

it.each([
  ['0. Ann, 76561197991984752\n1. Bob, 765611979919', true],
  ['0. Ann, 76561197991984752\n1. Bo', true],
  ['0. Ann, 76561197991984752\n1', true],
  ['0. Ann, 76561197991984752\n1. Bob, 76561197991984753 \n ', false],
  ['No Players Connected \n ', false],
  ['', false],
])('notices where a list of players was cut off: %j', (reply, isCut) => {
  expect(isCutPlayerList(reply)).toBe(isCut);
});

it('takes the confirmation of a command only for the player it is about', () => {
  const id = '0002c0ffee11d00d4242beef00c0ffee';
  expect(confirms(`${id.toUpperCase()} Banned \n `, id, 'banned')).toBe(true);
  expect(confirms(`${id} Unbanned`, id, 'banned')).toBe(false);
  expect(confirms(`x${id} Banned`, id, 'banned')).toBe(false);
  expect(confirms('Server received, But no response!! \n ', id, 'banned')).toBe(false);
  expect(confirms(`${id} Allow Player To Join No Check \n `, id, 'allowed')).toBe(true);
  expect(confirms(`${id} Disallowed Player To Join No Checknned \n `, id, 'disallowed')).toBe(true);
  expect(confirms(`${id} Disallowed Player To Join No Check`, id, 'allowed')).toBe(false);
});
