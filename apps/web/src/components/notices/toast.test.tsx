import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { toastError, toastSuccess } from './toast.tsx';

it('shows the same text within seconds once, with how often', async () => {
  renderPart(() => null);
  toastSuccess('Copied.');
  expect(await screen.findByText('Copied.')).toBeDefined();
  toastSuccess('Copied.');
  toastSuccess('Saved.');
  toastSuccess('Copied.');
  expect(await screen.findByText('Copied. (3)')).toBeDefined();
  expect(screen.queryByText('Copied.')).toBeNull();
  expect(screen.getByText('Saved.')).toBeDefined();
});

it('starts over once a toast is dismissed', async () => {
  const { person } = renderPart(() => null);
  toastError(new Error('It broke.'));
  toastError(new Error('It broke.'));
  const text = (await screen.findByText(/\(2\)$/)).textContent ?? '';
  const dismiss = screen.getAllByRole('button', { name: 'Dismiss' });
  for (const button of dismiss) await person.click(button);
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  toastError(new Error('It broke.'));
  expect(await screen.findByText(text.replace(' (2)', ''))).toBeDefined();
});
