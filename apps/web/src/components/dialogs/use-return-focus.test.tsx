import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useReturnFocus } from './use-return-focus.ts';

function Dialog() {
  useReturnFocus();
  return <button>Inside</button>;
}

const page = (hasDialog: boolean) => (
  <>
    <button>Opener</button>
    <button>Elsewhere</button>
    {hasDialog ? <Dialog /> : null}
  </>
);

/** A dialog that was opened by a button and has the focus. */
function open() {
  const { rerender } = render(page(false));
  screen.getByText('Opener').focus();
  rerender(page(true));
  screen.getByText('Inside').focus();
  return { close: () => rerender(page(false)) };
}

it('returns the focus to the opener when the focused element goes', () => {
  const { close } = open();
  close();
  expect(document.activeElement).toBe(screen.getByText('Opener'));
});

it('leaves the focus where something else has taken it', () => {
  const { close } = open();
  screen.getByText('Elsewhere').focus();
  close();
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
});
