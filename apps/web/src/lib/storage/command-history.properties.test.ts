import fc from 'fast-check';
import { expect, it } from 'vitest';
import { browse, nothingTyped, readHistory, withCommand } from './command-history.ts';

it('reads back what it stored, and nothing else as a history', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 40 }),
      fc.oneof(fc.json(), fc.string()),
      (commands, stored) => {
        const history = commands.reduce<string[]>(withCommand, []);
        expect(readHistory(JSON.stringify(history))).toEqual(history);
        expect(history.length).toBeLessThanOrEqual(30);
        const read = readHistory(stored);
        expect(read.every((entry) => typeof entry === 'string') && read.length <= 30).toBe(true);
      },
    ),
  );
});

it('comes back to the draft after as many steps down as up', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 5 }), fc.string(), fc.nat(8), (history, draft, steps) => {
      let typed = { ...nothingTyped, text: draft, draft };
      for (let step = 0; step < steps; step += 1) typed = browse(history, typed, 1);
      for (let step = 0; step < steps; step += 1) typed = browse(history, typed, -1);
      expect(typed.text).toBe(draft);
    }),
  );
});
