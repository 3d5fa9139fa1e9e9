import { roles } from '@tribehall/contract/roles';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseText } from '../../features/databases/databases.queries.ts';
import { buildVersion } from '../../testing/databases.ts';
import { replaceEditor } from '../../testing/editor.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

beforeEach(replaceEditor);

const me = { 'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) } };
const accessToken = 't1';
const ids = ['81384788765712384', '81384788765712385'];

type World = {
  text?: Partial<DatabaseText>;
  guilds?: string[];
  /** Those that the bot is in. */
  known?: { id: string; name: string; icon: string | null }[];
  /** The reply for the part of a guild. */
  part?: Reply;
  versions?: ReturnType<typeof buildVersion>[];
  /** The reply to a save. */
  save?: () => Reply;
};
type Reply = { status?: number; data?: unknown; error?: string; code?: string; details?: unknown };

/** A portal with one database, and the page of it. */
function show(path: string, { text = {}, guilds = [], known = [], versions = [], save, part }: World = {}) {
  const state = { text: { text: '{"a": 1}', version: 'v1', problem: null, ...text }, versions };
  const portal = fakePortal({
    ...me,
    'GET /databases': { data: [] },
    'GET /discord/guilds': { data: known },
    'GET /databases/{file}': ({ search }) =>
      search.has('guildId') && part ? part : { data: search.has('fetchGuilds') ? guilds : state.text },
    'POST /databases/{file}': () => save?.() ?? { data: { version: 'v2' } },
    'GET /databases/{file}/versions': () => ({ data: state.versions }),
    'GET /databases/{file}/versions/{versionId}': { data: { text: '{"a": 0}', version: 'v0' } },
    'POST /databases/{file}/versions/{versionId}/restore': { data: { version: 'v3' } },
  });
  return { portal, state, ...renderApp(path, { accessToken }) };
}

const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Text of / });

async function type(text: string) {
  fireEvent.input(await editor(), { target: { value: text } });
}

async function saveText(person: ReturnType<typeof show>['person'], text: string) {
  await type(text);
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await person.click(await screen.findByRole('button', { name: 'Save changes' }));
}

const conflict = { status: 409, error: 'Someone else changed this in the meantime.', code: 'CONFLICT' };

/** One side of two texts that are compared. */
const side = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('database-draft/'));

/** Whether the browser would ask before it closes the tab. */
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

/** Someone else has saved before this save. */
async function meet(replies: object[]) {
  const shown = show('/databases/a.json', { save: () => replies.shift() ?? { data: { version: 'v9' } } });
  await editor();
  shown.state.text = { text: '{"a": "theirs"}', version: 'v5', problem: null };
  await saveText(shown.person, '{"a": "mine"}');
  const dialog = within(await screen.findByRole('dialog', { name: /was changed by someone else$/ }));
  await dialog.findByRole('textbox', { name: 'Yours' });
  return { ...shown, dialog };
}

describe('the text of a database', () => {
  it('is requested by the name of the file with its folders, as one segment', async () => {
    const { portal } = show('/databases/bot/guild%20settings.json');
    expect((await editor()).value).toBe('{"a": 1}');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('bot/guild settings.json');
    expect(portal.callsOf('GET /databases/{file}')[0]?.path).toBe('/databases/bot%2Fguild%20settings.json');
  });

  it('is saved letter for letter after a look at what changes, with the version it was made from', async () => {
    const versions = [buildVersion('2', { isCurrent: true, guildId: ids[0] ?? null }), buildVersion('1')];
    const { portal, person } = show(`/databases/a.json?guildId=${ids[0]}`, { guilds: ids, versions });
    await type('{"a":  81384788765712384}');
    expect(screen.getByText('Unsaved changes')).toBeDefined();
    await person.keyboard('{Control>}s{/Control}');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('1 line added, 2 removed')).toBeDefined();
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Before' }).value).toBe('{"a": 1}');
    expect(portal.callsOf('POST /databases/{file}')).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.getByText('Saved')).toBeDefined());
    expect(portal.callsOf('POST /databases/{file}')[0]?.body).toEqual({
      text: '{"a":  81384788765712384}',
      guildId: ids[0],
      version: 'v1',
    });
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    const restore = 'POST /databases/{file}/versions/{versionId}/restore';
    await waitFor(() => expect(portal.callsOf(restore)).toHaveLength(1));
    expect(portal.callsOf(restore)[0]).toMatchObject({
      path: '/databases/a.json/versions/1/restore',
      body: { version: 'v2' },
    });
  });

  it('is not saved, and no call is made, where it does not parse', async () => {
    const { portal, person } = show('/databases/a.json');
    await type('{\n  "a": ,\n}');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('This text is not JSON. Line 2, column 8. Expected a value.');
    expect((await editor()).dataset['problem']).toBe('2:8');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(portal.callsOf('POST /databases/{file}')).toEqual([]);
  });

  it('shows the position that the portal refuses', async () => {
    const details = { problem: { message: 'The name “a” is there twice.', line: 1, column: 9 } };
    const error = 'The name “a” is there twice.';
    const { person } = show('/databases/a.json', {
      save: () => ({ status: 400, error, code: 'BAD_REQUEST', details }),
    });
    await saveText(person, '{"a": 1, "a": 2}');
    expect((await screen.findByRole('alert')).textContent).toContain(error);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const field = await editor();
    expect([field.dataset['problem'], field.value]).toEqual(['1:9', '{"a": 1, "a": 2}']);
  });

  it('is laid out, and goes back to what is saved', async () => {
    const { person } = show('/databases/a.json');
    await editor();
    await person.click(screen.getByRole('button', { name: 'Format' }));
    expect((await editor()).value).toBe('{\n  "a": 1\n}');
    await person.click(screen.getByRole('button', { name: 'Revert' }));
    expect((await editor()).value).toBe('{"a": 1}');
  });

  it('is shown with a mark where the file is not JSON', async () => {
    const problem = { message: 'Expected a value.', line: 1, column: 7 };
    const { portal, person } = show('/databases/a.json', { text: { text: '{"a": }', problem } });
    expect((await editor()).value).toBe('{"a": }');
    expect(screen.getByText('The saved text is not valid JSON.')).toBeDefined();
    await person.click(screen.getByRole('radio', { name: 'Tree' }));
    expect(await screen.findByText('No tree view, because this text is not JSON.')).toBeDefined();
    expect(screen.getAllByText('Line 1, column 7. Expected a value.')).not.toHaveLength(0);
    expect(portal.requests.some(({ search }) => search.has('fetchGuilds'))).toBe(false);
  });
});

describe('a conflict', () => {
  it('shows both texts, and theirs can be taken', async () => {
    const { person, dialog } = await meet([conflict]);
    expect([side('Theirs (saved)').value, side('Yours').value]).toEqual(['{"a": "theirs"}', '{"a": "mine"}']);
    await person.click(dialog.getByRole('button', { name: 'Take theirs' }));
    expect((await editor()).value).toBe('{"a": "theirs"}');
    expect(screen.getByText('Saved')).toBeDefined();
  });

  it('ends with mine over theirs, by their version', async () => {
    const { portal, person, dialog } = await meet([conflict]);
    await person.click(dialog.getByRole('button', { name: 'Save mine over theirs' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(portal.callsOf('POST /databases/{file}').at(-1)?.body).toEqual({ text: '{"a": "mine"}', version: 'v5' });
    expect(screen.getByText('Saved')).toBeDefined();
  });

  it('comes again when someone was quicker once more, with what was typed meanwhile', async () => {
    const { state, person, dialog } = await meet([conflict, conflict]);
    fireEvent.input(side('Yours'), { target: { value: '{"a": "both"}' } });
    state.text = { text: '{"a": "theirs again"}', version: 'v6', problem: null };
    await person.click(dialog.getByRole('button', { name: 'Save mine over theirs' }));
    await waitFor(() => expect(side('Theirs (saved)').value).toBe('{"a": "theirs again"}'));
    expect(side('Yours').value).toBe('{"a": "both"}');
  });

  it('goes on in the editor with a text made of both, to be saved over theirs', async () => {
    const { portal, person, dialog } = await meet([conflict]);
    fireEvent.input(side('Yours'), { target: { value: '{"a": "both"}' } });
    await person.click(dialog.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await editor()).value).toBe('{"a": "both"}');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await person.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(portal.callsOf('POST /databases/{file}')).toHaveLength(2));
    expect(portal.callsOf('POST /databases/{file}').at(-1)?.body).toEqual({ text: '{"a": "both"}', version: 'v5' });
  });

  it('loses nothing that was typed when it is closed', async () => {
    const { person, dialog } = await meet([conflict]);
    fireEvent.input(side('Yours'), { target: { value: '{"a": "both"}' } });
    await person.click(dialog.getByRole('button', { name: 'Close' }));
    expect((await editor()).value).toBe('{"a": "both"}');
    expect(screen.getByText('This was changed by someone else.')).toBeDefined();
  });
});

describe('what others save', () => {
  const changed = { topic: 'databases', event: 'changed', data: { file: 'a.json', version: 'v5' } };
  const theirs = { text: '{"a": "theirs"}', version: 'v5', problem: null };

  it('comes in by itself while nothing is changed here', async () => {
    const { portal, state } = show('/databases/a.json');
    const field = await editor();
    await waitFor(() => expect(portal.requests.some(({ path }) => path === '/events')).toBe(true));
    state.text = theirs;
    portal.push(changed);
    await waitFor(() => expect(field.value).toBe('{"a": "theirs"}'));
  });

  it('is reported, and leaves the unsaved text alone', async () => {
    const { portal, state, person } = show('/databases/a.json');
    await type('{"a": "mine"}');
    await waitFor(() => expect(portal.requests.some(({ path }) => path === '/events')).toBe(true));
    state.text = theirs;
    portal.push(changed);
    await screen.findByText('This was changed by someone else.');
    expect((await editor()).value).toBe('{"a": "mine"}');
    await person.click(screen.getByRole('button', { name: 'Compare' }));
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Yours' })).value).toBe('{"a": "mine"}');
  });
});

describe('an unsaved text', () => {
  it('is asked about before the page is left, and stays over the views of the page', async () => {
    const { router, person } = show('/databases/a.json');
    await type('{"a": 2}');
    await person.click(screen.getByRole('radio', { name: 'Tree' }));
    await screen.findByRole('tree');
    await person.click(screen.getByRole('radio', { name: 'Text' }));
    expect((await editor()).value).toBe('{"a": 2}');
    await person.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Databases' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/databases/a.json');
    expect((await editor()).value).toBe('{"a": 2}');
    await person.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Databases' }),
    );
    await person.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/databases'));
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it('is warned of before the tab is closed', async () => {
    show('/databases/a.json');
    await editor();
    expect(leave()).toBe(false);
    await type('{"a": 2}');
    await waitFor(() => expect(leave()).toBe(true));
  });

  it('is back after a reload', async () => {
    show('/databases/a.json');
    await type('{"a": 2}');
    window.dispatchEvent(new Event('pagehide'));
    expect(drafts()).toHaveLength(1);
    cleanup();
    show('/databases/a.json');
    expect(await screen.findByText('Your unsaved changes are back.')).toBeDefined();
    expect((await editor()).value).toBe('{"a": 2}');
  });
});

describe('guilds', () => {
  it('are found, and the choice is in the address with all its digits', async () => {
    const { router, portal, person } = show('/databases/a.json', { guilds: ids });
    await person.type(await screen.findByRole('searchbox', { name: 'Search guilds' }), '2385');
    await waitFor(() => expect(screen.getByText('1 of 2 guilds')).toBeDefined());
    await person.click(screen.getByRole('gridcell', { name: '81384788765712385' }));
    await waitFor(() => expect(router.state.location.searchStr).toContain('guildId=81384788765712385'));
    expect(await screen.findByText('You are viewing the part of guild 81384788765712385 only.')).toBeDefined();
    await waitFor(() => {
      const asked = portal.callsOf('GET /databases/{file}').map(({ search }) => search.get('guildId'));
      expect(asked).toContain('81384788765712385');
    });
    await person.click(screen.getByRole('gridcell', { name: 'Whole file' }));
    await waitFor(() => expect(router.state.location.searchStr).not.toContain('guildId'));
  });

  it('have the names that the bot knows, and are found by them', async () => {
    const { person } = show('/databases/a.json', {
      guilds: ids,
      known: [{ id: ids[0] ?? '', name: 'Obelisk Fans', icon: '/i' }],
    });
    const cell = await screen.findByRole('gridcell', { name: `Obelisk Fans ${ids[0]}` });
    expect(cell.querySelector('img')?.getAttribute('src')).toBe('/i');
    await person.type(screen.getByRole('searchbox', { name: 'Search guilds' }), 'obelisk');
    await waitFor(() => expect(screen.getByText('1 of 2 guilds')).toBeDefined());
    await person.click(screen.getByRole('gridcell', { name: `Obelisk Fans ${ids[0]}` }));
    expect(await screen.findByText('You are viewing the part of Obelisk Fans only.')).toBeDefined();
  });

  it('have those names in the list of versions too', async () => {
    const versions = [buildVersion('2', { guildId: ids[0] ?? null }), buildVersion('1', { guildId: ids[1] ?? null })];
    const known = [{ id: ids[0] ?? '', name: 'Obelisk Fans', icon: null }];
    show('/databases/a.json?view=versions', { guilds: ids, known, versions });
    expect(await screen.findByText('Obelisk Fans')).toBeDefined();
    expect(await screen.findByText(`Guild ${ids[1]}`)).toBeDefined();
  });

  it('that the database does not have are listed as missing, next to those it has', async () => {
    const error = 'This database has no entry for guild 5.';
    const fields = [{ field: 'guildId', message: error }];
    const { portal, router, person } = show('/databases/a.json?guildId=5', {
      guilds: ids,
      part: { status: 404, error, code: 'NOT_FOUND', details: { fields } },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(error);
    expect(await screen.findByText('2 guilds')).toBeDefined();
    expect(screen.queryByText(/^This is the part/)).toBeNull();
    expect(portal.requests.map(({ search }) => search.get('fetchGuilds'))).toContain('true');
    await person.click(screen.getByRole('button', { name: 'Show the whole file' }));
    await waitFor(() => expect(router.state.location.searchStr).not.toContain('guildId'));
    expect((await editor()).value).toBe('{"a": 1}');
  });

  it.each(['/databases/bot/guilds.json', '/databases/bot%2Fguilds.json', '/databases/bot%2Fdeep/guilds.json'])(
    'are of the file that %s names',
    async (path) => {
      const { portal } = show(`${path}?guildId=${ids[0]}`, { guilds: ids });
      await editor();
      const name = decodeURIComponent(path.replace('/databases/', ''));
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name);
      expect(portal.callsOf('GET /databases/{file}')[0]?.path).toBe(`/databases/${encodeURIComponent(name)}`);
    },
  );

  it('have rows of 46', async () => {
    show('/databases/a.json', { guilds: ids });
    const cell = await screen.findByRole('gridcell', { name: ids[1] ?? '' });
    const row = cell.parentElement;
    expect([row?.style.top, row?.style.height]).toEqual(['92px', '46px']);
  });
});

describe('the tree', () => {
  it('is navigated by keys and shows the path of the selection', async () => {
    const text = '{"list": [1, {"id": 81384788765712384}], "b": true}';
    const { person } = show('/databases/a.json?view=tree', { text: { text } });
    (await screen.findByRole('tree')).focus();
    await person.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowDown}');
    const chosen = screen.getByRole('treeitem', { selected: true });
    expect(chosen.textContent).toBe('id81384788765712384');
    expect([chosen.getAttribute('aria-level'), chosen.getAttribute('aria-setsize')]).toEqual(['4', '1']);
    expect(screen.getByText('$.list[1].id')).toBeDefined();
    await person.type(screen.getByRole('searchbox'), 'TRUE');
    expect(await screen.findByText('1 of 1')).toBeDefined();
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('btrue');
  });
});

describe('versions', () => {
  const versions = [
    buildVersion('2', { isCurrent: true }),
    buildVersion('1', { by: null, kind: 'found', at: '2026-01-01T03:04:05Z' }),
  ];

  it('are looked at against what is there now, and put back by the version that was seen', async () => {
    const { portal, router, person } = show('/databases/a.json?view=versions', { versions });
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('row').map((row) => row.textContent)[1]).toContain('(current)');
    await person.click(table.getAllByRole('button', { name: /^View/ })[1] ?? document.body);
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Version/ })).value).toBe('{"a": 0}');
    expect(router.state.location.search).toMatchObject({ view: 'versions', versionId: '1' });
    await person.click(screen.getByRole('button', { name: 'Restore this version' }));
    await person.click(await screen.findByRole('button', { name: 'Restore' }));
    const restore = 'POST /databases/{file}/versions/{versionId}/restore';
    await waitFor(() => expect(portal.callsOf(restore)).toHaveLength(1));
    expect(portal.callsOf(restore)[0]).toMatchObject({
      path: '/databases/a.json/versions/1/restore',
      body: { version: 'v2' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
