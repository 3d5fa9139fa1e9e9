import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is outside of it comes from a sensor that is not connected. */
const plausible = { from: 1, to: 120 };
const maxSensors = 64;

/** The hottest sensor of the host in degrees Celsius, or null where it has none. */
export async function readTemperature(root = '/'): Promise<number | null> {
  const files = [
    ...(await listSensors(join(root, 'sys/class/thermal'), /^thermal_zone\d+$/, /^temp$/)),
    ...(await listSensors(join(root, 'sys/class/hwmon'), /^hwmon\d+$/, /^temp\d+_input$/)),
  ];
  const degrees: number[] = [];
  for (const file of files.slice(0, maxSensors)) {
    // A sensor that sleeps refuses to be read.
    const text = await readFile(file, 'utf8').catch(() => '');
    const value = Number.parseInt(text, 10) / 1000;
    if (value >= plausible.from && value <= plausible.to) degrees.push(value);
  }
  return degrees.length > 0 ? Math.max(...degrees) : null;
}

const names = (path: string) => readdir(path).catch((): string[] => []);

async function listSensors(folder: string, device: RegExp, file: RegExp): Promise<string[]> {
  const devices = (await names(folder)).filter((name) => device.test(name)).map((name) => join(folder, name));
  const found = await Promise.all(
    devices.map(async (path) => (await names(path)).filter((name) => file.test(name)).map((name) => join(path, name))),
  );
  return found.flat();
}
