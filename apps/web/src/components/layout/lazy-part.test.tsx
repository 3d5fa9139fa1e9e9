import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { connection } from '../../lib/api/request.ts';
import { lazyPart } from './lazy-part.tsx';
import { usePreloaded } from './use-preloaded.ts';
import { ToastHost } from '../notices/toast.tsx';

type Props = { onClose: () => void };
const Loaded = () => <p>Here it is</p>;

it('closes a part whose code does not come, says so, and asks again at the next use', async () => {
  const load = vi.fn<() => Promise<ComponentType<Props>>>(() => Promise.resolve(Loaded));
  load.mockRejectedValueOnce(new ApiError({ status: 0, message: 'Could not reach API server.' }));
  const Part = lazyPart(load);
  const close = vi.fn<() => void>();
  const page = (isOpen: boolean) => (
    <MantineProvider>
      <h1>Page</h1>
      <ToastHost />
      {isOpen ? <Part onClose={close} /> : null}
    </MantineProvider>
  );
  const { rerender } = render(page(true));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(await screen.findByText('Could not reach API server.')).toBeDefined();
  expect(screen.getByText('Page')).toBeDefined();
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here it is')).toBeDefined();
  rerender(page(false));
  rerender(page(true));
  expect(screen.getByText('Here it is')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

it('that cannot be closed shows an error instead, and loads by itself once the portal responds again', async () => {
  const load = vi.fn<() => Promise<ComponentType<{ onClose?: () => void }>>>(() => Promise.resolve(Loaded));
  load.mockRejectedValueOnce(new ApiError({ status: -1, message: 'No network connection.' }));
  const watch = vi.spyOn(connection, 'watch');
  const Part = lazyPart(load);
  render(<Part />, { wrapper: MantineProvider });
  expect((await screen.findByRole('alert')).textContent).toContain('No network connection.');
  act(() => watch.mock.calls.forEach(([watcher]) => watcher()));
  expect(await screen.findByText('Here it is')).toBeDefined();
});

it('has the code ready before the first use once the browser is idle', async () => {
  const load = vi.fn<() => Promise<ComponentType<Props>>>(() => Promise.resolve(Loaded));
  const Part = lazyPart(load);
  const Opener = ({ isOpen }: { isOpen: boolean }) => {
    usePreloaded(Part.preload);
    return isOpen ? <Part onClose={vi.fn<() => void>()} /> : null;
  };
  const { rerender } = render(<Opener isOpen={false} />);
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  rerender(<Opener isOpen />);
  expect(screen.getByText('Here it is')).toBeDefined();
});
