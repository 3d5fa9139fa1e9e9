import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { useTypedAhead } from './use-typed-ahead.ts';

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
};

/** The keys that shortcuts of the page would get. */
function recordShortcuts(): string[] {
  const heard: string[] = [];
  const listener = ({ key }: KeyboardEvent) => void heard.push(key);
  document.addEventListener('keydown', listener);
  onTestFinished(() => document.removeEventListener('keydown', listener));
  return heard;
}

it('keeps what is typed until the field is there, and no key of it is a shortcut', () => {
  const heard = recordShortcuts();
  const { result, rerender } = renderHook((isOpen: boolean) => useTypedAhead(isOpen), { initialProps: false });
  press('s');
  expect([result.current(), heard]).toEqual(['', ['s']]);
  rerender(true);
  press('G', 'x', 'Backspace', 'u', 's', '?', 'Enter');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect([result.current(), heard]).toEqual(['Gus?', ['s', 'Enter', 'k']]);
  rerender(false);
  rerender(true);
  expect(result.current()).toBe('');
});

it('leaves keys to the field once it is there, and to other parts of a dialog', () => {
  const { result } = renderHook(() => useTypedAhead(true));
  render(
    <div role="dialog">
      <input data-search-field />
      <button type="button">Close</button>
    </div>,
  );
  press('a');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  act(() => screen.getByRole('button').focus());
  fireEvent.keyDown(screen.getByRole('button'), { key: ' ' });
  expect(document.activeElement).toBe(screen.getByRole('button'));
  expect(result.current()).toBe('');
});
