import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { ServerControl } from './server-administration.tsx';

const name = 'Prove control of this server';

function render({ isPlayer = true } = {}) {
  const onControl = vi.fn<() => void>();
  const { person } = renderPart(() => (
    <ServerControl server={buildServer()} isServerPlayer={isPlayer} onControl={onControl} />
  ));
  const open = async () => {
    await person.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  };
  return { person, open, onControl };
}

describe('proving control of a server', () => {
  it('takes the code as it is typed, in any case and with any spaces', async () => {
    const portal = fakePortal({
      'POST /ark/servers/{id}/auth': { data: {} },
      'POST /ark/servers/{id}/auth/confirm': { data: { isAdmin: true, linkedPlayer: null } },
    });
    const { person, open, onControl } = render();
    const dialog = await open();
    await person.click(await dialog.findByRole('button', { name: 'Show the code' }));
    const field = await dialog.findByLabelText<HTMLInputElement>('Code');
    expect([field.inputMode, field.getAttribute('autocapitalize')]).toEqual(['text', 'characters']);
    await person.type(field, 'abcd 23{Enter}');
    expect(await dialog.findByText('The code has 8 letters and digits.')).toBeDefined();
    await person.type(field, '-4 5{Enter}');
    await waitFor(() => expect(onControl).toHaveBeenCalled());
    expect(portal.callsOf('POST /ark/servers/{id}/auth/confirm')[0]?.body).toEqual({ twoFaCode: 'ABCD2345' });
  });

  it('shows users without a character here what to do first', async () => {
    fakePortal({});
    render({ isPlayer: false });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    expect(button.disabled).toBe(true);
    expect(screen.getByText(/Link your character on it first/)).toBeDefined();
  });

  it('says how long to wait after too many wrong codes, and goes on when that is over', async () => {
    let retryAfterS = 90;
    fakePortal({
      'POST /ark/servers/{id}/auth': () => ({
        status: 429,
        error: 'Too many tries. Please wait 90 s.',
        code: 'TOO_MANY_REQUESTS',
        details: { retryAfterS },
      }),
    });
    const { person, open } = render();
    const dialog = await open();
    const show = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Show the code' });
    await person.click(show);
    expect(await dialog.findByText(/Too many tries. Try again in 01:(30|29)./)).toBeDefined();
    expect(show.disabled).toBe(true);
    expect(dialog.queryByText(/retryAfterS/)).toBeNull();
    retryAfterS = 1;
    await person.keyboard('{Escape}');
    const again = await open();
    await person.click(await again.findByRole('button', { name: 'Show the code' }));
    await again.findByText(/Try again in 00:01/);
    await waitFor(
      () => expect(again.getByRole<HTMLButtonElement>('button', { name: 'Show the code' }).disabled).toBe(false),
      { timeout: 5_000 },
    );
  });

  it('says that no tries remain, and offers a new code', async () => {
    const message = 'This code is wrong. No tries left. Ask for a new code.';
    const portal = fakePortal({
      'POST /ark/servers/{id}/auth': { data: {} },
      'POST /ark/servers/{id}/auth/confirm': {
        status: 400,
        error: message,
        code: 'INVALID_CODE',
        details: { fields: [{ field: 'twoFaCode', message }], triesLeft: 0 },
      },
    });
    const { person, open } = render();
    const dialog = await open();
    await person.click(await dialog.findByRole('button', { name: 'Show the code' }));
    const field = await dialog.findByLabelText<HTMLInputElement>('Code');
    await person.type(field, 'AAAA-AAAA{Enter}');
    expect(await dialog.findByText(message)).toBeDefined();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
    await person.click(dialog.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() =>
      expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false),
    );
    expect(portal.callsOf('POST /ark/servers/{id}/auth')).toHaveLength(2);
    expect(dialog.queryByText(message)).toBeNull();
  });
});
