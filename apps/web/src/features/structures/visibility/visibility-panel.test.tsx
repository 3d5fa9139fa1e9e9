import { screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { buildInfo } from '../../../testing/structure-replies.ts';
import type { StructuresInfo } from '../structure-set.ts';
import { structuresQuery } from '../structures.queries.ts';
import { VisibilityNote } from './visibility-note.tsx';
import { VisibilityPanel } from './visibility-panel.tsx';

const put = 'PUT /ark/servers/{id}/structures';
const refusal = { status: 403, error: 'Not for you.', code: 'FORBIDDEN' };

function Part() {
  const { data } = useQuery(structuresQuery('s1'));
  return data === undefined ? null : <VisibilityPanel serverId="s1" visibleTo={data.visibleTo} />;
}

function show(isRefused = false) {
  const info = buildInfo({ visibleTo: 'tribes' });
  const portal = fakePortal({
    'GET /ark/servers/{id}/structures': { data: info },
    [put]: ({ body }) => (isRefused ? refusal : { data: body }),
  });
  return { portal, ...renderPart(Part) };
}

const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

describe('VisibilityPanel', () => {
  it('saves at once and offers an undo', async () => {
    const { person, portal } = show();
    await person.click(await screen.findByRole('radio', { name: 'Everyone' }));
    expect(isChosen('Everyone')).toBe(true);
    expect(await screen.findByText('Structures are visible to: Everyone.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(isChosen('Own tribe only')).toBe(true));
    await waitFor(() =>
      expect(portal.callsOf(put).map(({ body }) => body)).toEqual([{ visibleTo: 'members' }, { visibleTo: 'tribes' }]),
    );
  });

  it('rolls back when the portal refuses', async () => {
    const { person } = show(true);
    await person.click(await screen.findByRole('radio', { name: 'Only admins' }));
    expect(await screen.findByText('Not for you.')).toBeDefined();
    await waitFor(() => expect(isChosen('Own tribe only')).toBe(true));
  });

  it('explains each choice', async () => {
    show();
    const choice = await screen.findByRole('radio', { name: 'Own tribe only' });
    expect(document.getElementById(choice.getAttribute('aria-describedby') ?? '')?.textContent).toContain('PvP');
  });
});

const note = (info: Partial<StructuresInfo>, isLinked = false) =>
  renderPart(() => <VisibilityNote serverId="s1" info={buildInfo(info)} isLinked={isLinked} />);

describe('VisibilityNote', () => {
  it('names the viewer’s tribe', async () => {
    note({ sight: 'tribe', tribe: { id: 1, name: 'Porters' } });
    expect((await screen.findByText(/You see what/)).textContent).toContain('You see what Porters built.');
  });

  it('links to claiming a character', async () => {
    note({ sight: 'none', visibleTo: 'tribes' });
    const link = await screen.findByRole('link', { name: 'Link your character' });
    expect(link.getAttribute('href')).toBe('/arkbot/servers/s1');
  });

  it('says that a linked character is not in the save', async () => {
    note({ sight: 'none', visibleTo: 'tribes' }, true);
    expect(await screen.findByText(/Your character isn't in the latest save yet/)).toBeDefined();
  });

  it('says that only admins see them', async () => {
    note({ sight: 'none', visibleTo: 'admins' });
    expect(await screen.findByText('Only admins of this server can see its structures.')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
