import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { toolGate } from './tool-gate.ts';

const open = () => toolGate({ config: readConfig({}, '/nowhere') });

it('changes the tool when nobody uses it, and holds those who come meanwhile', async () => {
  const gate = open();
  const order: string[] = [];
  const someone = new EventEmitter();
  const first = gate.use(() => once(someone, 'done').then(() => order.push('used')));
  const changed = gate.change(() => Promise.resolve(order.push('changed')));
  const second = gate.use(() => Promise.resolve(order.push('used again')));
  setImmediate(() => someone.emit('done'));
  await Promise.all([first, changed, second]);
  expect(order).toEqual(['used', 'changed', 'used again']);
});

it('gives up on a use that takes too long, and lets the others go on', async () => {
  const gate = open();
  void gate.use(() => new Promise(() => {}));
  const changed = gate.change(() => Promise.resolve('changed'), 20);
  const other = gate.use(() => Promise.resolve('used'));
  await expect(changed).rejects.toThrow('Downloads are still running.');
  expect(await other).toBe('used');
});
