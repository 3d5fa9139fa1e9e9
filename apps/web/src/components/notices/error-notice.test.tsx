import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';

function show(error: unknown, onRetry?: () => void) {
  render(<ErrorNotice error={error} onRetry={onRetry} />, { wrapper: MantineProvider });
}

describe('ErrorNotice', () => {
  it('says the message and the details as formatted JSON', () => {
    show(new ApiError({ status: 400, message: 'Not valid.', code: 'BAD_REQUEST', details: { found: 3 } }));
    expect(screen.getByRole('alert').textContent).toContain('Not valid.');
    expect(screen.getByRole('alert').textContent).toContain('{\n  "found": 3\n}');
    expect(screen.queryByText(/BAD_REQUEST/)).toBeNull();
  });

  it('does not repeat how long to wait', () => {
    const message = 'Too many attempts. Please wait 21 s.';
    show(new ApiError({ status: 429, message, code: 'TOO_MANY_REQUESTS', details: { retryAfterS: 21 } }));
    expect(screen.getByRole('alert').textContent).toBe(message);
  });

  it('puts the code first for status 500', () => {
    show(new ApiError({ status: 500, message: 'It broke.', code: 'INTERNAL' }));
    expect(screen.getByText('INTERNAL: It broke.')).toBeDefined();
  });

  it.each([undefined, null, 'text', new Error('')])('knows no more than that for %j', (error) => {
    show(error);
    expect(screen.getByText('An unknown error has occurred.')).toBeDefined();
  });

  it('offers to try again', async () => {
    const retry = vi.fn<() => void>();
    show(new Error('x'), retry);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledOnce();
  });
});
