/** Loaded into a program before its own code: a test can move its clock. */
let aheadMs = 0;
const RealDate = Date;
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => (given.length === 0 ? new target(now()) : Reflect.construct(target, given)),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('message', (message) => {
  if (message?.type !== 'moveClock') return;
  aheadMs = message.aheadMs;
  process.send?.({ type: 'clockMoved' });
});
// Listening alone keeps no program running.
process.channel?.unref();
