import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildPlayer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { CharacterLink } from './character-link.tsx';

const nico = buildPlayer();
const mira = buildPlayer({ id: '76561198000000002', name: 'Mira' });
const auth = 'POST /ark/servers/{id}/players/{playerId}/auth';

type Pending = { playerId: string; name: string; expiresAt: string; triesLeft: number };
const pendingOf = (changes: Partial<Pending> = {}): Pending => ({
  playerId: nico.id,
  name: nico.name,
  expiresAt: new Date(Date.now() + 200_000).toISOString(),
  triesLeft: 5,
  ...changes,
});

/** A portal that remembers the code as the real one does: until it is used, whatever becomes of the dialog. */
function openPortal(given?: Pending) {
  let pending = given;
  const ask = ({ path }: { path: string }) => {
    const player = path.includes(mira.id) ? mira : nico;
    pending = pendingOf({ playerId: player.id, name: player.name });
    return { data: { expiresAt: pending.expiresAt } };
  };
  const confirm = ({ body }: { body: unknown }) => {
    if ((body as { twoFaCode: string }).twoFaCode === '111111') return { data: { playerId: nico.id, isAdmin: false } };
    const triesLeft = Math.max(0, (pending?.triesLeft ?? 1) - 1);
    if (pending) pending = { ...pending, triesLeft };
    const message = triesLeft === 0 ? 'This code is wrong. No tries left. Ask for a new code.' : 'This code is wrong.';
    const details = { fields: [{ field: 'twoFaCode', message }], triesLeft };
    return { status: 400, error: message, code: 'INVALID_CODE', details };
  };
  return fakePortal({
    'GET /ark/servers/{id}/players': { data: [nico, mira] },
    'GET /ark/servers/{id}/players/auth': () => ({ data: pending ?? null }),
    [auth]: ask,
    'POST /ark/servers/{id}/players/{playerId}/auth/confirm': confirm,
  });
}

function render(player?: typeof nico) {
  const onChange = vi.fn<(link: unknown) => void>();
  const { person } = renderPart(() => (
    <CharacterLink server={buildServer()} linkedId={undefined} player={player} label="Link" onChange={onChange} />
  ));
  const open = async () => {
    await person.click(await screen.findByRole('button', { name: 'Link' }));
    return within(await screen.findByRole('dialog'));
  };
  return { person, open, onChange };
}

it('resumes at the code after Escape, with the remaining time and tries', async () => {
  const portal = openPortal();
  const { person, open, onChange } = render();
  const first = await open();
  await person.click(await first.findByText('Nico'));
  await person.type(await first.findByLabelText('Code'), '222222{Enter}');
  await first.findByText('This code is wrong.');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const again = await open();
  const field = await again.findByLabelText('Code');
  expect(again.getByText('Nico')).toBeDefined();
  expect(again.getByText('4 tries left.')).toBeDefined();
  expect(again.getByRole('timer').textContent).toMatch(/expires in 03:[12]\d/);
  expect(portal.callsOf(auth)).toHaveLength(1);
  await person.type(field, '111111{Enter}');
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ playerId: nico.id, isAdmin: false }));
  expect(await again.findByText('You may now close this screen.')).toBeDefined();
});

it('goes on at the code after a reload, and lets one choose another character', async () => {
  const portal = openPortal(pendingOf());
  const { person, open } = render();
  const dialog = await open();
  await dialog.findByLabelText('Code');
  await person.click(dialog.getByRole('button', { name: 'Choose another character' }));
  await person.click(await dialog.findByText('Mira'));
  await dialog.findByLabelText('Code');
  expect(portal.callsOf(auth).map(({ path }) => path)).toEqual([`/ark/servers/s1/players/${mira.id}/auth`]);
});

it('says that no tries remain, also when it is opened again, and sends a new code', async () => {
  const portal = openPortal(pendingOf({ triesLeft: 1 }));
  const { person, open } = render();
  const dialog = await open();
  expect(await dialog.findByText('1 try left.')).toBeDefined();
  await person.type(dialog.getByLabelText('Code'), '222222{Enter}');
  expect(await dialog.findByText('This code is wrong. No tries left. Ask for a new code.')).toBeDefined();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const again = await open();
  expect(await again.findByText('No tries left. Send a new code.')).toBeDefined();
  expect(again.getByLabelText<HTMLInputElement>('Code').disabled).toBe(true);
  await person.click(again.getByRole('button', { name: 'Send a new code' }));
  await waitFor(() => expect(again.getByLabelText<HTMLInputElement>('Code').disabled).toBe(false));
  expect(portal.callsOf(auth)).toHaveLength(1);
  expect(again.queryByText(/No tries left/)).toBeNull();
});

it('starts over for another character than the one that has a code', async () => {
  openPortal(pendingOf());
  const { open } = render(mira);
  const dialog = await open();
  expect(await dialog.findByRole('button', { name: 'Send the code' })).toBeDefined();
  expect(dialog.queryByLabelText('Code')).toBeNull();
});

it('starts at the first step when the portal does not report a pending claim', async () => {
  fakePortal({ 'GET /ark/servers/{id}/players': { data: [nico] } });
  const { open } = render();
  expect(await (await open()).findByText('Nico')).toBeDefined();
});
