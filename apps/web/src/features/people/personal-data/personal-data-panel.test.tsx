import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { PersonalDataPanel } from './personal-data-panel.tsx';

const person = { id: '76561198000004711', name: 'Eve', isYou: false, account: null, servers: [], names: [] };
const erase = 'DELETE /ark/players/{playerId}';
const erased = {
  events: 1,
  mentions: 0,
  sessions: 0,
  names: 0,
  chatMessages: 0,
  mails: 0,
  reports: 0,
  notes: 0,
  links: 0,
};

it('erases only after the end of the ID was typed, and says what stays', async () => {
  const portal = fakePortal({ [erase]: { data: erased } });
  const user = renderPart(() => <PersonalDataPanel person={person} />).person;
  await user.click(await screen.findByRole('button', { name: 'Erase…' }));
  expect(await screen.findByText(/^bans, so that they keep working/)).toBeDefined();
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Erase' });
  const field = screen.getByRole('textbox', { name: /4711/ });
  await user.type(field, '471');
  expect(confirm.disabled).toBe(true);
  await user.type(field, '1');
  await user.click(confirm);
  expect(await screen.findByText('What was stored about this player was erased.')).toBeDefined();
  expect(portal.callsOf(erase).map(({ path }) => path)).toEqual([`/ark/players/${person.id}`]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows why it failed, and keeps the dialog', async () => {
  fakePortal({ [erase]: { status: 403, error: 'You need the role Owner.', code: 'FORBIDDEN' } });
  const user = renderPart(() => <PersonalDataPanel person={person} />).person;
  await user.click(await screen.findByRole('button', { name: 'Erase…' }));
  await user.type(await screen.findByRole('textbox', { name: /4711/ }), '4711');
  await user.click(screen.getByRole('button', { name: 'Erase' }));
  expect(await screen.findByText('You need the role Owner.')).toBeDefined();
});
