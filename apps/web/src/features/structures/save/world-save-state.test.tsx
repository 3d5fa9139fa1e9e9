import { act, screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { buildInfo, buildSave, daysAgo } from '../../../testing/structure-replies.ts';
import { structuresQuery } from '../structures.queries.ts';
import { WorldSaveState } from './world-save-state.tsx';
import { titleOf } from '../../../testing/title-of.ts';

const admin: Viewer = { playerId: '765', isServerAdmin: true, isServerPlayer: true };
const guest: Viewer = { playerId: undefined, isServerAdmin: false, isServerPlayer: false };
const saveWorld = 'POST /ark/servers/{id}/saveWorld';

type Changes = { save?: Parameters<typeof buildSave>[0]; viewer?: Viewer; server?: Parameters<typeof buildServer>[0] };

function show(
  { save = {}, viewer = admin, server = {} }: Changes = {},
  replies: Parameters<typeof fakePortal>[0] = {},
) {
  const portal = fakePortal({
    'GET /ark/servers/{id}/structures': { data: buildInfo({ save: buildSave(save) }) },
    ...replies,
  });
  function Part() {
    const { data } = useQuery(structuresQuery('s1'));
    const [isHere, setIsHere] = useState(true);
    if (data === undefined) return null;
    return (
      <>
        <button type="button" onClick={() => setIsHere(!isHere)}>
          {isHere ? 'leave' : 'come back'}
        </button>
        {isHere ? <WorldSaveState server={buildServer(server)} save={data.save} viewer={viewer} /> : null}
      </>
    );
  }
  const { person, queryClient } = renderPart(Part);
  const push = (changes: Parameters<typeof buildSave>[0]) =>
    act(() => {
      queryClient.setQueryData(structuresQuery('s1').queryKey, buildInfo({ save: buildSave(changes) }));
    });
  return { portal, person, push };
}

const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save world' });

describe('WorldSaveState', () => {
  it('shows its age and contents', async () => {
    show({ save: { savedAt: daysAgo(2), structureCount: 1, objectCount: 4_542 } });
    expect(titleOf(await screen.findByText('2 days ago'))).toMatch(/20\d\d/);
    expect(screen.getByText('structure').parentElement?.textContent).toBe('1 structure');
    expect(screen.getByText('tribes').parentElement?.textContent).toBe('2 tribes');
    expect(screen.getByText('objects').parentElement?.textContent).toBe(`${(4_542).toLocaleString()} objects`);
    expect(screen.getByText('ASA 14')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says when a newer save is being read, and what could not be read', async () => {
    show({ save: { readingSince: daysAgo(0), failureCount: 3 } });
    expect(await screen.findByText('reading a new save…')).toBeDefined();
    expect(screen.getByText('3 objects could not be read')).toBeDefined();
  });

  it('says why the latest save could not be read, and what to do', async () => {
    show({ save: { error: { at: daysAgo(0), reason: 'Version 99 is not known\u202e.' } } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Version 99 is not known‹U+202E›.');
    expect(alert.textContent).toContain('You are seeing the previous save.');
    expect(alert.textContent).toContain('update the agent');
  });

  it('says what to do before any save was read', async () => {
    show({ save: { savedAt: null, readAt: null, format: null }, viewer: guest });
    expect(await screen.findByText('No save of this server has been read yet.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save world' })).toBeNull();
  });
});

describe('Save world', () => {
  it('saves and waits until the new save has been read', async () => {
    const savedAt = daysAgo(0.1);
    const { person, portal, push } = show({ save: { savedAt } }, { [saveWorld]: { data: {} } });
    await person.click(await button());
    expect(await screen.findByText('The server is saving the world.')).toBeDefined();
    expect(portal.callsOf(saveWorld)[0]?.headers.get('x-instigator')).toBe('765');
    expect(await screen.findByText('The game is saving…')).toBeDefined();
    expect((await button()).disabled).toBe(true);
    push({ savedAt, readingSince: daysAgo(0) });
    expect(await screen.findByText('Reading the new save…')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Waiting for the new save' })).toBeDefined();
    push({ savedAt: daysAgo(0) });
    await waitFor(async () => expect((await button()).disabled).toBe(false));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('does not wait for a save that could not be read', async () => {
    const savedAt = daysAgo(0.1);
    const { person, push } = show({ save: { savedAt } }, { [saveWorld]: { data: {} } });
    await person.click(await button());
    await screen.findByText('The game is saving…');
    push({ savedAt, error: { at: daysAgo(0), reason: 'It ends too early.' } });
    await waitFor(async () => expect((await button()).disabled).toBe(false));
  });

  it('still waits after visiting another page', async () => {
    const savedAt = daysAgo(0.1);
    const { person } = show({ save: { savedAt } }, { [saveWorld]: { data: {} } });
    await person.click(await button());
    await screen.findByText('The game is saving…');
    await person.click(screen.getByRole('button', { name: 'leave' }));
    expect(screen.queryByText('The game is saving…')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'come back' }));
    expect(await screen.findByText('The game is saving…')).toBeDefined();
    expect((await button()).disabled).toBe(true);
  });

  it('does not wait if no save was ever read', async () => {
    const { person } = show({ save: { savedAt: null, readAt: null } }, { [saveWorld]: { data: {} } });
    await person.click(await button());
    expect(await screen.findByText(/the agent has not read a save of this server yet/)).toBeDefined();
    expect((await button()).disabled).toBe(false);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('shows an error', async () => {
    const refusal = { status: 503, error: "The game isn't responding.", code: 'SERVER_OFFLINE' };
    const { person } = show({}, { [saveWorld]: refusal });
    await person.click(await button());
    expect(await screen.findByText("The game isn't responding.")).toBeDefined();
    expect((await button()).disabled).toBe(false);
  });

  it('is disabled with the reason if the server cannot save', async () => {
    const cannot = [{ command: 'server.saveWorld' as const, reason: 'No console here.' }];
    show({ server: { capabilities: { can: [], cannot } } });
    expect((await button()).disabled).toBe(true);
    expect(screen.getByText('No console here.')).toBeDefined();
  });
});
