import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { buildNote, buildPerson, miraId } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { daysAgo, hostileName } from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';
import type { Note, PlayerNotes } from './notes.queries.ts';

const list = 'GET /ark/players/{playerId}/notes';
const post = 'POST /ark/players/{playerId}/notes';
const put = 'PUT /ark/players/{playerId}/notes/{noteId}';
const remove = 'DELETE /ark/players/{playerId}/notes/{noteId}';
const restore = 'POST /ark/players/{playerId}/notes/{noteId}/restore';
const flags = 'PUT /ark/players/{playerId}/flags';
const refusal = { status: 409, error: 'There are already 200 notes.', code: 'CONFLICT' };

type Routes = Parameters<typeof fakePortal>[0];

/** A portal that remembers notes and flags. */
function show(notes: Note[] = [], routes: Routes = {}, isAdmin = true) {
  const stored: PlayerNotes = { notes, flags: [] };
  const portal = fakePortal({
    'GET /users/me': { data: buildUser({ roles: isAdmin ? [roles.Admin] : [] }) },
    'GET /ark/players/{playerId}': { data: buildPerson() },
    'GET /ark/players/{playerId}/timeline': { data: { entries: [], next: null } },
    'GET /ark/players/{playerId}/playtime': { data: { days: [], sessions: [] } },
    [list]: () => ({ data: stored }),
    [post]: ({ body }) => {
      const added = buildNote({ id: 'new', text: (body as { text: string }).text, createdAt: daysAgo(0) });
      stored.notes = [added, ...stored.notes];
      return { data: added };
    },
    [remove]: ({ path }) => {
      stored.notes = stored.notes.filter(({ id }) => !path.endsWith(id));
      return { data: {} };
    },
    [restore]: () => {
      stored.notes = notes;
      return { data: notes[0] };
    },
    [flags]: ({ body }) => {
      const set = Object.entries(body as Record<'watch' | 'trusted', boolean>).filter(([, isSet]) => isSet);
      stored.flags = set.map(([flag]) => ({ flag: flag as 'watch', setBy: 'Olive', setAt: daysAgo(0) }));
      return { data: { flags: stored.flags } };
    },
    ...routes,
  });
  return { portal, ...renderApp(`/arkbot/players/${miraId}`, { accessToken: 't1' }) };
}

const panel = async () => within(await screen.findByRole('region', { name: 'Notes' }));
const items = async () => (await panel()).getAllByRole('listitem').map(({ textContent }) => textContent);
const field = async (name = 'Add a note') => (await panel()).findByRole<HTMLTextAreaElement>('textbox', { name });

describe('the notes about a player', () => {
  it('are not for members: nothing is shown, and nothing asked for', async () => {
    const { portal } = show([], {}, false);
    await screen.findByRole('region', { name: 'About' });
    expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Watch' })).toBeNull();
    expect(portal.callsOf(list)).toHaveLength(0);
  });

  it('have author and time, and hostile text as it is written', async () => {
    show([buildNote({ text: `${hostileName}\nSecond line` }), buildNote({ id: 'n2', text: 'Older', author: 'Omar' })]);
    await (await panel()).findByText(/Second line/);
    expect(await items()).toEqual([
      '<b>=cmd()‹U+202E›‹U+0000›evil\nSecond lineOlive · 12 days ago',
      'OlderOmar · 12 days ago',
    ]);
  });

  it('are added with Ctrl+Enter', async () => {
    const { person, portal } = show([buildNote()]);
    const text = await field();
    await person.type(text, '  Trades fairly. ');
    await person.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () => expect((await items())[0]).toMatch(/^Trades fairly\.Olive/));
    expect(portal.callsOf(post).map(({ body }) => body)).toEqual([{ text: 'Trades fairly.' }]);
    expect(text.value).toBe('');
    await person.type(text, '   ');
    await person.keyboard('{Control>}{Enter}{/Control}');
    expect(portal.callsOf(post)).toHaveLength(1);
  });

  it('keep what was written when saving fails', async () => {
    const { person } = show([], { [post]: refusal });
    const text = await field();
    await person.type(text, 'A long story');
    await person.click((await panel()).getByRole('button', { name: 'Add note' }));
    expect((await (await panel()).findByRole('alert')).textContent).toBe('There are already 200 notes.');
    expect(text.value).toBe('A long story');
  });

  it('are edited in place', async () => {
    const edited = buildNote({ text: 'New text', edited: { by: 'Omar', at: daysAgo(1) } });
    const { person, portal } = show([buildNote({ text: 'First' })], { [put]: { data: edited } });
    await person.click(await (await panel()).findByRole('button', { name: 'Edit the note' }));
    const text = await field('Edit the note');
    expect([document.activeElement, text.value]).toEqual([text, 'First']);
    await person.clear(text);
    await person.type(text, 'New text');
    await person.click((await panel()).getByRole('button', { name: 'Save' }));
    await (await panel()).findByRole('button', { name: 'Edit the note' });
    expect(portal.callsOf(put).map(({ body }) => body)).toEqual([{ text: 'New text' }]);
  });

  it('show who edited them and what they said before', async () => {
    const versions = [
      { text: 'Middle', author: 'Omar', at: daysAgo(2) },
      { text: 'First', author: 'Olive', at: daysAgo(12) },
    ];
    const { person } = show([buildNote({ text: 'Now', edited: { by: 'Omar', at: daysAgo(1) }, versions })]);
    const toggle = await (await panel()).findByRole('button', { name: 'edited', expanded: false });
    expect((await items())[0]).toBe('NowOlive · 12 days ago · edited yesterday by Omar');
    await person.click(toggle);
    const earlier = within(await screen.findByRole('list', { name: 'Earlier texts, newest first' }));
    expect(earlier.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'MiddleOmar · 2 days ago',
      'FirstOlive · 12 days ago',
    ]);
    await person.click(toggle);
    expect(screen.queryByText('Middle')).toBeNull();
  });

  it('stay in the editor when another Admin removes them meanwhile', async () => {
    const { person, portal, queryClient } = show([buildNote({ text: 'Mine' })], {
      [put]: { status: 404, error: 'There is no such note.', code: 'NOT_FOUND' },
    });
    await person.click(await (await panel()).findByRole('button', { name: 'Edit the note' }));
    const text = await field('Edit the note');
    await person.type(text, ' and more');
    queryClient.setQueryData(['people', 'notes', miraId], { notes: [], flags: [] });
    await person.click((await panel()).getByRole('button', { name: 'Save' }));
    expect((await (await panel()).findByRole('alert')).textContent).toBe('There is no such note.');
    expect(text.value).toBe('Mine and more');
    expect(portal.callsOf(put)).toHaveLength(1);
    await person.type(text, '{Escape}');
    expect(text.value).toBe('Mine and more');
    await person.click((await panel()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit the note' })).toBeNull());
  });

  it('are removed with an Undo', async () => {
    const { person, portal } = show([buildNote({ text: 'Oops' })]);
    await person.click(await (await panel()).findByRole('button', { name: 'Remove the note' }));
    await waitFor(() => expect(screen.queryByText('Oops')).toBeNull());
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Oops')).toBeDefined();
    expect(portal.callsOf(restore)).toHaveLength(1);
  });

  it('are the five newest at first', async () => {
    const notes = Array.from({ length: 8 }, (_, n) => buildNote({ id: `n${n}`, text: `Note ${n}` }));
    const { person } = show(notes);
    await screen.findByText('Note 4');
    expect(screen.queryByText('Note 5')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Show all 8 notes' }));
    expect(screen.getByText('Note 7')).toBeDefined();
  });
});

describe('the flags of a player', () => {
  it('are toggles with badges beside the name, and an Undo', async () => {
    const { person, portal } = show();
    await person.click(await screen.findByRole('button', { name: 'Watch', pressed: false }));
    expect(screen.getByRole('button', { name: 'Watch', pressed: true })).toBeDefined();
    const badge = await screen.findByText('watched');
    await waitFor(() => expect(badge.title).toBe('Set by Olive'));
    expect(await screen.findByText('Mira is watched now. Admins are notified when they join.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText('watched')).toBeNull());
    await waitFor(() =>
      expect(portal.callsOf(flags).map(({ body }) => body)).toEqual([{ watch: true }, { watch: false }]),
    );
  });

  it('roll back when the portal refuses', async () => {
    const { person } = show([], { [flags]: { ...refusal, error: '1000 players are watched already.' } });
    await person.click(await screen.findByRole('button', { name: 'Trusted' }));
    expect(await screen.findByText('1000 players are watched already.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('trusted')).toBeNull());
  });
});
