import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { handOver } from './hand-over.mjs';

// A folder stands in for the machine: nothing outside of it changes its owner.
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534, name: 'nobody' };
const database = 4321;
const id = '0123456789abcdef';

let machine = '';
const at = (/** @type {string} */ name) => path.join(machine, name);
const settings = () => ({ systemFolders: [at('etc'), at('missing')], databases: at('var') });
const give = (/** @type {string} */ name) => handOver(at(name), nobody, settings());

/** @param {Record<string, string | null>} files by name; folders have no content @param {number} [uid] */
function write(files, uid = 0) {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) fs.mkdirSync(at(name), { recursive: true, mode: 0o755 });
    else fs.writeFileSync(at(name), content, { mode: 0o600 });
    fs.lchownSync(at(name), uid, uid);
  }
}

/** What belongs to whom, from the machine's folder on. */
function owners() {
  const entries = fs.readdirSync(machine, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => path.relative(machine, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(['', ...names].map((name) => [name, fs.lstatSync(at(name)).uid]));
}

/** @param {string} folder */
function ownersBelow(folder) {
  const isIn = (/** @type {string} */ name) => name === folder || name.startsWith(`${folder}/`);
  return new Set(Object.entries(owners()).flatMap(([name, uid]) => (isIn(name) ? [uid] : [])));
}

const recordOf = (/** @type {string} */ folder) => JSON.stringify({ folder, password: 'x', isCreated: true });

describe.runIf(isRoot)('the data of a portal of root', () => {
  beforeEach(() => {
    machine = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-hand-over-')));
    fs.chmodSync(machine, 0o755);
    onTestFinished(() => fs.rmSync(machine, { recursive: true, force: true }));
    write({ etc: null, 'etc/passwd': '', var: null, [`var/${id}`]: null, [`var/${id}/PG_VERSION`]: '17' });
    write({ data: null, 'data/secret.key': 'x', 'data/database': null });
    write({ 'data/database/cluster': null, 'data/database/cluster/base': null }, database);
    write({ 'data/database/cluster/base/1': '' }, database);
    fs.chmodSync(at('data/database/cluster'), 0o700);
    fs.symlinkSync('../etc', at('data/link'));
  });

  it('is given to the user with all that is in it, whoever it belonged to, and as open as it was', () => {
    const before = owners();
    give('data');
    expect(ownersBelow('data')).toEqual(new Set([nobody.uid]));
    expect(fs.statSync(at('data/database/cluster')).mode & 0o7777).toBe(0o700);
    expect(fs.statSync(at('data/database/cluster/base')).mode & 0o7777).toBe(0o755);
    for (const name of ['', 'etc', 'etc/passwd', `var/${id}`]) expect(owners()[name]).toBe(before[name]);
  });

  it('is left alone once it belongs to the user, also what root has made in it, and its record is not believed', () => {
    write({ 'data/database.json': recordOf(at(`var/${id}`)) });
    fs.chownSync(at('data'), nobody.uid, nobody.gid);
    const before = owners();
    give('data');
    expect(owners()).toEqual(before);
  });

  it('goes on where an earlier start was interrupted', () => {
    write({ 'data/database.json': recordOf(at(`var/${id}`)) });
    const { lchownSync } = fs;
    const spy = vi.spyOn(fs, 'lchownSync').mockImplementation((file, uid, gid) => {
      if (file === at('data/database')) throw new Error('interrupted');
      lchownSync(file, uid, gid);
    });
    expect(() => give('data')).toThrow('interrupted');
    spy.mockRestore();
    expect(owners()).toMatchObject({ data: 0, [`var/${id}`]: nobody.uid });
    give('data');
    expect(ownersBelow('data')).toEqual(new Set([nobody.uid]));
  });

  it('includes its database elsewhere, if the record is of root alone and names a folder that a portal makes', () => {
    write({ [`var/${id}0`]: null, 'var/name': null });
    const before = owners();
    const refused = [
      at('var/name'),
      at('etc'),
      at('var'),
      `${at('var')}/${id}/../../etc`,
      at(`var/${id}0`),
      `var/${id}`,
      '/',
      '',
    ];
    for (const folder of refused) {
      write({ data: null, 'data/database.json': recordOf(folder) });
      give('data');
      expect([...ownersBelow('etc'), ...ownersBelow('var')], folder).toEqual([0, 0]);
      fs.chownSync(at('data'), 0, 0);
    }
    const record = at('data/database.json');
    write({ 'data/database.json': recordOf(at(`var/${id}`)) }, nobody.uid);
    give('data');
    expect(ownersBelow('var')).toEqual(new Set([0]));
    for (const folder of ['data', 'data/database.json']) fs.chownSync(at(folder), 0, 0);
    fs.chmodSync(record, 0o602);
    give('data');
    expect(ownersBelow('var')).toEqual(new Set([0]));

    for (const folder of ['data', 'data/database.json']) fs.chownSync(at(folder), 0, 0);
    fs.chmodSync(record, 0o600);
    give('data');
    expect(ownersBelow(`var/${id}`)).toEqual(new Set([nobody.uid]));
    expect(owners()).toMatchObject({ var: before.var, etc: 0, 'etc/passwd': 0 });
  });

  it('is never a folder of the system, even if a portal has run there', () => {
    write({ 'etc/portal.id': 'x' });
    fs.symlinkSync('etc', at('linked'));
    const before = owners();
    const reason = 'is a folder of the system, which is given to no user. Set DATA_DIR to a folder';
    for (const name of ['etc', 'linked', 'missing']) expect(() => give(name)).toThrow(reason);
    expect(owners()).toEqual(before);
    // There is nothing of a portal, either: without the list it would be refused for that.
    expect(() => handOver('/sys', nobody)).toThrow(reason);
  });

  it('is not a folder that has files of others and none of a portal', () => {
    write({ srv: null, 'srv/www': null, 'srv/www/index.html': '', 'srv/lost+found': null });
    const before = owners();
    expect(() => give('srv')).toThrow(
      `${at('srv')} is not given to the user nobody, as whom the portal runs: it is not empty and has no data of a portal. ` +
        `If the folder is the portal's alone, give it to that user yourself (chown -R nobody: ${at('srv')}); if not, set DATA_DIR`,
    );
    expect(owners()).toEqual(before);
    fs.rmSync(at('srv/www'), { recursive: true });
    give('srv');
    expect(fs.statSync(at('srv')).uid).toBe(nobody.uid);
  });

  it('is not a folder that others could change or replace meanwhile', () => {
    write({ home: null, 'home/data': null, 'home/data/portal.id': 'x' });
    fs.chownSync(at('home'), database, database);
    const refuse = (/** @type {string} */ name, /** @type {string} */ place) => {
      const before = owners();
      expect(() => give(name)).toThrow(`others than root can change ${at(place)}.`);
      expect(owners()).toEqual(before);
    };
    refuse('home/data', 'home');
    fs.chmodSync(at('data'), 0o775);
    refuse('data', 'data');
    fs.chmodSync(at('data'), 0o755);
    fs.chownSync(at('data'), database, database);
    refuse('data', 'data');
    fs.chownSync(at('data'), 0, 0);
    write({ 'data/database.json': recordOf(at(`var/${id}`)) });
    fs.chownSync(at('var'), database, database);
    refuse('data', 'var');
  });

  it('cannot get a link in the place of a folder while root changes what is in it', () => {
    const cluster = at('data/database/cluster');
    fs.mkdirSync(at('etc/base'));
    write({ 'etc/base/1': '' });
    const script = `mv base gone; ln -s ${at('etc/base')} base`;
    const attack = () => spawnSync('sh', ['-c', script], { cwd: cluster, uid: database, gid: database }).status;
    const { readdirSync } = fs;
    let result;
    const readAndAttack = (/** @type {any} */ folder, /** @type {any} */ options) => {
      const names = readdirSync(folder, options);
      if (folder === cluster) result ??= attack();
      return names;
    };
    vi.spyOn(fs, 'readdirSync').mockImplementation(/** @type {any} */ (readAndAttack));
    give('data');
    vi.restoreAllMocks();
    expect(result).not.toBe(0);
    expect(owners()).toMatchObject({ 'etc/base': 0, 'etc/base/1': 0 });
    expect(ownersBelow('data')).toEqual(new Set([nobody.uid]));
  });

  it('leaves files to root that have a name outside of it, as those of the engine have, but not the held ones of a backup', () => {
    write({ 'data/.backup-1': null, 'data/song': '' });
    fs.linkSync(at('etc/passwd'), at('data/database/cluster/base/2'));
    fs.linkSync(at('data/song'), at('data/.backup-1/song'));
    give('data');
    expect(owners()).toMatchObject({ 'etc/passwd': 0, 'data/database/cluster/base/2': 0 });
    expect(owners()).toMatchObject({ 'data/song': nobody.uid, 'data/.backup-1/song': nobody.uid });
  });

  it('gets a folder if there is none, unless somebody else could change where it would be', () => {
    write({ home: null });
    fs.chownSync(at('home'), database, database);
    give('home/data');
    expect(fs.readdirSync(at('home'))).toEqual([]);
    give('srv/portal/data');
    expect(owners()).toMatchObject({ srv: 0, 'srv/portal': 0, 'srv/portal/data': nobody.uid });
    expect(fs.statSync(at('srv/portal/data')).mode & 0o777).toBe(0o700);
  });
});
