import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { measureFolder } from './folder-meter.ts';
import { createCpuMeter, readMemoryPercent, readTemperature } from './host-meters.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A folder with these files, such as a kernel shows them. */
function root(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('the processors', () => {
  it('are as busy as they were since the last time, all cores together', () => {
    const cores = [
      { user: 0, sys: 0, idle: 0 },
      { user: 0, sys: 0, idle: 0 },
    ] as const;
    const times = cores.map((core) => ({ ...core }));
    const meter = createCpuMeter(() => times);
    const spend = (core: number, spent: { user?: number; sys?: number; idle?: number }) => {
      const time = times[core];
      if (!time) return;
      time.user += spent.user ?? 0;
      time.sys += spent.sys ?? 0;
      time.idle += spent.idle ?? 0;
    };
    expect(meter()).toBe(0);
    spend(0, { user: 100 });
    spend(1, { idle: 100 });
    expect(meter()).toBe(50);
    expect(meter()).toBe(50);
    spend(0, { user: 75, sys: 25 });
    spend(1, { user: 100 });
    expect(meter()).toBe(100);
    spend(0, { idle: 100 });
    spend(1, { idle: 100 });
    expect(meter()).toBe(0);
  });

  it('stay between 0 and 100 where counters jump back', () => {
    const readings = [
      { user: 900, idle: 900 },
      { user: 100, idle: 100 },
      { user: 150, idle: 90 },
      { user: 150, idle: 190 },
    ];
    const meter = createCpuMeter(() => readings.splice(0, 1));
    expect([meter(), meter(), meter()]).toEqual([0, 100, 0]);
  });

  it('of this host show that they work', () => {
    const meter = createCpuMeter();
    const until = performance.now() + 300;
    while (performance.now() < until);
    const percent = meter();
    expect(percent).toBeGreaterThan(0);
    expect(percent).toBeLessThanOrEqual(100);
  });
});

const meminfo = 'MemTotal:       1000 kB\nMemFree:         100 kB\nMemAvailable:    400 kB\n';

describe('the memory', () => {
  it('that is available is not in use', async () => {
    expect(await readMemoryPercent(root({ 'proc/meminfo': meminfo }))).toBe(60);
  });

  it('of a container is measured by its limit', async () => {
    const limited = {
      'proc/meminfo': meminfo,
      'sys/fs/cgroup/memory.max': '1000\n',
      'sys/fs/cgroup/memory.current': '500\n',
      'sys/fs/cgroup/memory.stat': 'anon 300\ninactive_file 200\n',
    };
    expect(await readMemoryPercent(root(limited))).toBe(30);
    expect(await readMemoryPercent(root({ ...limited, 'sys/fs/cgroup/memory.stat': '' }))).toBe(50);
    expect(await readMemoryPercent(root({ ...limited, 'sys/fs/cgroup/memory.max': 'max\n' }))).toBe(60);
    expect(await readMemoryPercent(root({ ...limited, 'sys/fs/cgroup/memory.max': '9223372036854771712\n' }))).toBe(60);
  });

  it.each([['this host', '/'] as const, ['a host without files of the kernel', '/nowhere'] as const])(
    'of %s is between 0 and 100',
    async (_, path) => {
      const percent = await readMemoryPercent(path);
      expect(percent).toBeGreaterThan(0);
      expect(percent).toBeLessThanOrEqual(100);
    },
  );
});

describe('the temperature', () => {
  it('is that of the hottest sensor that can be believed', async () => {
    const sensors = {
      'sys/class/thermal/thermal_zone0/temp': '41500\n',
      'sys/class/thermal/thermal_zone1/temp': '-274000\n',
      'sys/class/thermal/cooling_device0/temp': '99000\n',
      'sys/class/hwmon/hwmon0/temp1_input': '62000\n',
      'sys/class/hwmon/hwmon0/temp1_crit': '100000\n',
      'sys/class/hwmon/hwmon1/temp1_input': '127500\n',
      'sys/class/hwmon/hwmon1/temp2_input': 'rubbish',
    };
    expect(await readTemperature(root(sensors))).toBe(62);
  });

  it('is null where there is no sensor', async () => {
    expect(await readTemperature('/nowhere')).toBeNull();
    expect(await readTemperature(root({ 'sys/class/thermal/thermal_zone0/temp': '0\n' }))).toBeNull();
  });
});

describe('a folder', () => {
  const go = { maxEntries: 1000, isStopped: () => false };
  const files = { 'a.txt': 'x'.repeat(10), 'deep/er/b.txt': 'x'.repeat(20), 'c/d.txt': 'x'.repeat(30) };

  it('weighs what its files weigh, and links neither count nor lead anywhere', async () => {
    const outside = root({ big: 'x'.repeat(5000) });
    const folder = root(files);
    symlinkSync(folder, join(folder, 'deep/loop'));
    symlinkSync('..', join(folder, 'c/up'));
    symlinkSync(outside, join(folder, 'outside'));
    symlinkSync(join(outside, 'big'), join(folder, 'big'));
    expect(await measureFolder(folder, go)).toEqual({ bytes: 60, isComplete: true });
    expect(await measureFolder(join(folder, 'deep/loop'), go)).toEqual({ bytes: 60, isComplete: true });
  });

  it('is not walked further than allowed, nor after a stop', async () => {
    const folder = root(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, 'x'])));
    expect(await measureFolder(folder, { ...go, maxEntries: 20 })).toEqual({ bytes: 20, isComplete: false });
    expect(await measureFolder(folder, { ...go, isStopped: () => true })).toEqual({ bytes: 0, isComplete: false });
  });

  it('that is not there says so', async () => {
    await expect(measureFolder('/nowhere', go)).rejects.toThrow('ENOENT');
  });
});
