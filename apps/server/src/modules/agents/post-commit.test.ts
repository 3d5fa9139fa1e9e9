import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createPostCommitQueue } from './post-commit.ts';

const app = await createTestApp();

it('does what follows from events one after the other for each server, whatever fails', async () => {
  const postCommit = createPostCommitQueue(app.ctx);
  const done: string[] = [];
  const step = (name: string, waits?: Promise<unknown>) => async () => {
    await waits;
    done.push(name);
  };
  const gate: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => gate.push(resolve));
  await postCommit.add('a', [step('a1', opened), () => Promise.reject(new Error('no')), step('a2')]);
  await postCommit.add('b', [step('b1')]);
  await postCommit.add('a', [step('a3')]);
  await expect.poll(() => done).toEqual(['b1']);
  for (const open of gate) open();
  await expect.poll(() => done).toEqual(['b1', 'a1', 'a2', 'a3']);
  expect(app.logged.join('')).toContain('Post-commit work of an event failed');
});

it('takes in no more of a server than it can do, until some of it is done', async () => {
  const postCommit = createPostCommitQueue(app.ctx);
  const gate: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => gate.push(resolve));
  let isTaken = false;
  const added = postCommit
    .add(
      'a',
      Array.from({ length: 500 }, () => () => opened),
    )
    .then(() => (isTaken = true));
  await postCommit.add('b', [() => opened]);
  expect(isTaken).toBe(false);
  for (const open of gate) open();
  await added;
  await postCommit.stop();
});
