import { describe, expect, it } from 'vitest';
import { fromLocalField, normalizeLocalField, toLocalField } from './local-field.ts';

const now = new Date(2026, 10, 19, 13, 45, 7);
const local = (
  ...parts: [year: number, month: number, day: number, hour?: number, minute?: number, second?: number]
) => {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
  return new Date(year, month - 1, day, hour, minute, second).toISOString();
};

describe('a time that someone enters', () => {
  it.each([
    ['2026-11-19 18:30', local(2026, 11, 19, 18, 30)],
    ['2026-11-19T18:30:05', local(2026, 11, 19, 18, 30, 5)],
    [' 2026-1-2   7:05 ', local(2026, 1, 2, 7, 5)],
    ['2024-02-29', local(2024, 2, 29)],
    ['18:30', local(2026, 11, 19, 18, 30)],
    ['now', now.toISOString()],
    ['today 18:30', local(2026, 11, 19, 18, 30)],
    ['Yesterday', local(2026, 11, 18)],
    ['tomorrow 9:00', local(2026, 11, 20, 9)],
  ])('%j is understood', (text, time) => {
    expect(fromLocalField(text, now)).toBe(time);
  });

  it.each([
    '',
    '  ',
    '2026-02-30',
    '2026-02-29 10:00',
    '2026-13-01',
    '2026-11-19 24:00',
    '2026-11-19 18',
    '11/19/2026',
    'now 10:00',
    'soon',
  ])('%j is none', (text) => {
    expect(fromLocalField(text, now)).toBeUndefined();
  });

  it('is shown with seconds only if there are any', () => {
    expect(toLocalField(local(2026, 11, 19, 18, 30))).toBe('2026-11-19 18:30');
    expect(toLocalField(local(2026, 11, 19, 18, 30, 5))).toBe('2026-11-19 18:30:05');
    expect(toLocalField('nonsense')).toBe('');
    expect(toLocalField(undefined)).toBe('');
  });

  it('gets its own form, and what is none stays as it is', () => {
    expect(normalizeLocalField('2026-1-2 7:05')).toBe('2026-01-02 07:05');
    expect(normalizeLocalField('soon')).toBe('soon');
    expect(normalizeLocalField('')).toBe('');
  });
});
