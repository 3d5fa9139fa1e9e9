import fs from 'node:fs';

// Loaded into a program before its own code: its clock is ahead by the milliseconds that a file names. Timers go on as they are.
const file = process.env.FAULTS_CLOCK ?? '';
const RealDate = Date;
let aheadMs = 0;
const now = () => RealDate.now() + aheadMs;
const read = () => {
  aheadMs = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0;
};

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => (given.length === 0 ? new target(now()) : Reflect.construct(target, given)),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

read();
fs.watchFile(file, { interval: 50, persistent: false }, read);
