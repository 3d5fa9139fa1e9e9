import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { draftMemory, maxDraftLength } from './draft-memory.ts';
import { initialText } from './editor/use-editor.ts';

const draft = { text: '{"a": 2}', version: 'v1' };

const setItem = () => {
  throw new Error('full');
};

afterEach(() => sessionStorage.clear());

describe('the memory of unsaved texts', () => {
  it('stores a text only for its user, file and guild', () => {
    expect(draftMemory('u1', 'a.json', '1').store(draft)).toBe(true);
    expect(draftMemory('u1', 'a.json', '1').get()).toEqual(draft);
    expect(draftMemory('u2', 'a.json', '1').get()).toBeUndefined();
    expect(draftMemory('u1', 'a.json', undefined).get()).toBeUndefined();
    draftMemory('u1', 'a.json', '1').forget();
    expect(draftMemory('u1', 'a.json', '1').get()).toBeUndefined();
  });

  it('says when a text is too long, and forgets the older one', () => {
    const memory = draftMemory('u1', 'a.json', undefined);
    memory.store(draft);
    expect(memory.store({ ...draft, text: 'x'.repeat(maxDraftLength + 1) })).toBe(false);
    expect(memory.get()).toBeUndefined();
  });

  it('reports when the storage of the browser is full', () => {
    vi.stubGlobal('sessionStorage', { setItem, removeItem: () => undefined, clear: () => undefined });
    expect(draftMemory('u1', 'a.json', undefined).store(draft)).toBe(false);
  });

  it('stays when a login runs out, and goes with a logout', () => {
    const memory = draftMemory('u1', 'a.json', undefined);
    session.start('t1');
    memory.store(draft);
    session.expire('t1');
    expect(memory.get()).toEqual(draft);
    session.start('t2');
    session.end();
    expect(memory.get()).toBeUndefined();
  });
});

describe('the first text of an editor', () => {
  const reply = { text: '{"a": 1}', version: 'v1', problem: null };

  it('is the unsaved one, made from its own version', () => {
    expect(initialText(reply, undefined)).toMatchObject({ text: reply.text, isDraft: false });
    expect(initialText(reply, { ...draft, text: reply.text }).isDraft).toBe(false);
    expect(initialText({ ...reply, version: 'v2' }, draft)).toMatchObject({
      source: { version: 'v1' },
      text: draft.text,
      isDraft: true,
    });
  });
});
