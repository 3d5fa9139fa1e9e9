import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { textOf } from '@tribehall/common/any-text.fixture';
import { inputOf } from '@tribehall/contract/any-input.fixture';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { gameTraits } from '../games.ts';
import { configFile } from './config-schema.ts';
import { checkConfig, ConfigError } from './config.ts';
import { readGameUserSettings } from './game-user-settings.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'));
const file = path.join(folder, 'Config/LinuxServer/GameUserSettings.ini');
fs.mkdirSync(path.dirname(file), { recursive: true });
afterAll(() => fs.rmSync(folder, { recursive: true }));

function readIni(bytes: Buffer) {
  fs.writeFileSync(file, bytes);
  return readGameUserSettings(folder, gameTraits.asa);
}

const value = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(/[\p{Cc}\ufeff]/gu, '').trim())
  .filter((text) => text !== '');

it('reads the settings of the game as it writes them, in both encodings', () => {
  fc.assert(
    fc.property(
      value,
      value,
      fc.integer({ min: 1, max: 65_535 }),
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      (password, session, port, isOn, lineBreak) => {
        const lines = [
          '[ServerSettings]',
          `RCONEnabled=${isOn ? 'True' : 'False'}`,
          `RCONPort=${port}`,
          `ServerAdminPassword=${password}`,
          '',
          '[SessionSettings]',
          `SessionName=${session}`,
          '',
        ];
        const expected = {
          file,
          isRconOn: isOn,
          rconPort: port,
          adminPassword: password,
          sessionName: session,
          isAdminLogging: false,
        };
        const text = lines.join(lineBreak);
        expect(readIni(Buffer.from(text))).toEqual(expected);
        expect(readIni(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(expected);
      },
    ),
  );
});

it('reads any other file as settings with a possible port, and none of another section', () => {
  const pieces = [
    '[ServerSettings]',
    '[serversettings',
    '[Other]',
    '\n',
    '\r\n',
    'RCONPort=',
    'RCONEnabled=',
    'ServerAdminPassword=',
    '=',
    'True',
    '27020',
    '99999',
    '1e3',
    '0x10',
    ' ',
    ';',
    '__proto__=',
  ];
  fc.assert(
    fc.property(textOf(...pieces), (text) => {
      const { rconPort = 1 } = readIni(Buffer.from(text)) ?? {};
      expect(Number.isInteger(rconPort) && rconPort >= 1 && rconPort <= 65_535).toBe(true);
      expect(
        readIni(Buffer.from(`[Other]\nServerAdminPassword=x\n${text.replaceAll(/[[\]]/g, '')}`))?.adminPassword,
      ).toBeUndefined();
    }),
  );
});

it('accepts a configuration or names the field that is wrong, never a token or a password', () => {
  const secret = 'Qz7hiddenXw9';
  const input = inputOf(configFile);
  fc.assert(
    fc.property(fc.oneof(input, fc.jsonValue()), (content) => {
      const json = JSON.stringify(content ?? null);
      const given: unknown = JSON.parse(json.replaceAll(/"(token|password)":"(?:\\.|[^"\\])*"/g, `"$1":"${secret}"`));
      try {
        expect(checkConfig('f', given).servers.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        expect((error as Error).message).toMatch(/^f: .+\.$/s);
        expect((error as Error).message).not.toContain(secret);
      }
    }),
  );
});
