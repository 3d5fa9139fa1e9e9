import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { createToolLock } from './tool-lock.ts';

it('changes the tool when nobody uses it, and makes later uses wait', async () => {
  const lock = createToolLock();
  const order: string[] = [];
  const someone = new EventEmitter();
  const first = lock.use(() => once(someone, 'done').then(() => order.push('used')));
  const changed = lock.change(() => Promise.resolve(order.push('changed')));
  const second = lock.use(() => Promise.resolve(order.push('used again')));
  setImmediate(() => someone.emit('done'));
  await Promise.all([first, changed, second]);
  expect(order).toEqual(['used', 'changed', 'used again']);
});

it('gives up waiting for a use that takes too long, and lets the others continue', async () => {
  const lock = createToolLock();
  void lock.use(() => new Promise(() => {}));
  const changed = lock.change(() => Promise.resolve('changed'), 20);
  const other = lock.use(() => Promise.resolve('used'));
  await expect(changed).rejects.toThrow('Downloads are still running.');
  expect(await other).toBe('used');
});
