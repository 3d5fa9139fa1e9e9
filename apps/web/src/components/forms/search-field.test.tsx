import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

const type = (value: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value } });

function show() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  window.history.replaceState(null, '', '/list');
  const onSearch = vi.fn<(text: string) => void>();
  render(
    <MantineProvider>
      <SearchField label="Search" value="" onSearch={onSearch} />
    </MantineProvider>,
  );
  return onSearch;
}

it('searches once typing has paused, for the text without spaces around it', () => {
  const onSearch = show();
  type('ci');
  type(' cinder ');
  vi.advanceTimersByTime(1_000);
  expect(onSearch.mock.calls).toEqual([['cinder']]);
});

it('does not bring someone back who has followed a link meanwhile', () => {
  const onSearch = show();
  type('cinder');
  window.history.pushState(null, '', '/list/cinderjaw');
  vi.advanceTimersByTime(1_000);
  expect(onSearch).not.toHaveBeenCalled();
});
