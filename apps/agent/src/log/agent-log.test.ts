import fs from 'node:fs';
import path from 'node:path';
import { linesWithCanary } from '@tribehall/common/redactor.fixture';
import { expect, it } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { createAgentLog, openLogFile } from './agent-log.ts';

const withoutTime = (line: string) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z /, '');

it('writes one line per sentence, with time, level and server, on the console and in the file', () => {
  const file = path.join(makeFolder(), 'agent.log');
  const output: string[] = [];
  const log = createAgentLog((line) => output.push(line), openLogFile(file));
  log.about('The Island').info('Linked.');
  log.about('agent').error('a\n2026 error x: forged\u001b[2J');
  expect(output.map(withoutTime)).toEqual(['info  The Island: Linked.', 'error agent: a 2026 error x: forged']);
  expect(fs.readFileSync(file, 'utf8')).toBe(`${output.join('\n')}\n`);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

it('never shows a secret', () => {
  const output: string[] = [];
  const log = createAgentLog((line) => output.push(line));
  log.hide('th_secret-token');
  log.hide('');
  log.about('x').warn('connecting with th_secret-token to th_secret-token');
  expect(output.map(withoutTime)).toEqual(['warn  x: connecting with [hidden] to [hidden]']);
});

it('hides everything that looks like a secret', () => {
  const output: string[] = [];
  const log = createAgentLog((line) => output.push(line)).about('x');
  for (const text of linesWithCanary) log.info(text);
  expect(output.filter((text) => text.includes('canary-1') || !text.includes('[hidden]'))).toEqual([]);
});

it('retains the file and one older one, each no longer than the limit', () => {
  const folder = makeFolder();
  const file = path.join(folder, 'agent.log');
  const log = openLogFile(file, 100);
  for (let n = 0; n < 50; n += 1) log.write(`line ${String(n).padStart(10, '0')}`);
  expect(fs.readdirSync(folder).toSorted()).toEqual(['agent.log', 'agent.log.1']);
  for (const name of fs.readdirSync(folder)) expect(fs.statSync(path.join(folder, name)).size).toBeLessThanOrEqual(100);
  expect(fs.readFileSync(file, 'utf8')).toContain('line 0000000049');
});

it('goes on without the file where it cannot be written', () => {
  const output: string[] = [];
  const log = createAgentLog((line) => output.push(line), openLogFile(path.join(makeFolder(), 'missing', 'agent.log')));
  log.about('x').info('one');
  log.about('x').info('two');
  expect(output.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  expect(output).toHaveLength(3);
});

it('prints only problems and codes on a quiet console, and writes everything to the file', () => {
  const output: string[] = [];
  const file = path.join(makeFolder(), 'agent.log');
  const log = createAgentLog((line) => output.push(line), openLogFile(file), { isQuiet: true }).about('The Island');
  log.info('Linked.');
  log.warn('Not linked.');
  log.showCode('123456');
  expect(output.join('\n')).not.toContain('Linked.');
  expect(output.join('\n')).toMatch(/Not linked\.[^]*123456/);
  expect(fs.readFileSync(file, 'utf8')).toMatch(/Linked\.[^]*Not linked\.[^]*123456/);
});
