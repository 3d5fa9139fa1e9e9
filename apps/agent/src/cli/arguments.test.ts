import { expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';

const add = ['add', '--portal', 'https://p.org', '--token-file', '/t', '--game', 'asa'];

it.each([
  [[], { command: 'run', isQuiet: false }],
  [['run', '--config', 'a.json'], { command: 'run', isQuiet: false, config: 'a.json' }],
  [['run', '--quiet'], { command: 'run', isQuiet: true }],
  [['--portal', 'https://p.org'], { command: 'run', isQuiet: false, portal: 'https://p.org' }],
  [['check'], { command: 'check' }],
  [['read', 'a.ark', '--json'], { command: 'read', file: 'a.ark', isJson: true }],
  [['service', 'status'], { command: 'service', options: { action: 'status', isPrinted: false } }],
  [
    ['service', 'install', '--user', 'ark', '--print', '--config', 'a.json'],
    { command: 'service', options: { action: 'install', isPrinted: true, user: 'ark' }, config: 'a.json' },
  ],
  [['--help'], { command: 'help' }],
  [['help'], { command: 'help' }],
  [['add', '-h'], { command: 'help' }],
  [['--version'], { command: 'version' }],
])('%j means %j', (argv, invocation) => expect(parseArguments(argv)).toEqual(invocation));

it('reads all of add', () => {
  const more = ['--name', 'The Island', '--rcon', 'host:32330', '--password-file', 'p', '--folder', '/ark'];
  expect(parseArguments([...add, ...more])).toEqual({
    command: 'add',
    options: {
      portal: 'https://p.org',
      tokenFile: '/t',
      game: 'asa',
      name: 'The Island',
      rcon: { host: 'host', port: 32_330 },
      passwordFile: 'p',
      folder: '/ark',
    },
  });
});

it('asks for the password and starts the agent afterwards, if told to', () => {
  expect(parseArguments([...add, '--ask-password', '--run', '--folder=-odd'])).toMatchObject({
    options: { asksPassword: true, isRun: true, folder: '-odd' },
  });
  expect(() => parseArguments([...add, '--ask-password', '--password-file', 'x'])).toThrow(
    'Use either --password-file or --ask-password, not both.',
  );
});

it.each([
  ['27020', { host: '127.0.0.1', port: 27_020 }],
  ['[::1]:27020', { host: '::1', port: 27_020 }],
])('takes %s for an address', (address, rcon) => {
  expect(parseArguments([...add, '--rcon', address])).toMatchObject({ options: { rcon } });
});

it.each([
  [['check', '--quiet'], /--quiet belongs to the command "run"/],
  [['fly'], /"fly" is not a command/],
  [['service'], /service needs one of: install, remove, status/],
  [['check', '--user', 'ark'], /--user belongs to the command "service"/],
  [['run', 'now'], /"run now" is not a command/],
  [['--bogus'], /Unknown option '--bogus'/],
  [['run', '--token', 'x'], /--token belongs to the command "add"/],
  [['check', '--password', 'x'], /--password belongs to the command "add"/],
  [['add', '--token', 'th_x', '--game', 'asa'], /Every user of a machine can see/],
  [['add', '--game', 'rust'], /one of: ase, asa/],
  [[...add, '--rcon', 'host:99999'], /--rcon is an address/],
  [[...add, '--rcon', 'host'], /--rcon is an address/],
  [[...add, '--password', 'a'], /Every user of a machine can see .* --ask-password .* --password-file FILE\.$/],
  [[...add, '--password=', '--ask-password'], /Every user of a machine can see/],
])('refuses %j', (argv, message) => expect(() => parseArguments(argv)).toThrow(message));
