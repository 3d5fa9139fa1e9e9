import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildReport } from '../../../testing/reports.ts';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const as = (given: number[]) => ({ 'GET /users/me': { data: buildUser({ roles: given }) } });
const admin = {
  ...as([roles.Admin]),
  'GET /ark/reports/waiting': { data: { open: 2 } },
  'GET /ark/servers': { data: [] },
};
const { comments: _, answeredBy: __, ...listed } = buildReport();

describe('the queue of reports', () => {
  it('shows open ones first, filters by the address, and opens one', async () => {
    const portal = fakePortal({
      ...admin,
      'GET /ark/reports': { data: { reports: [listed], next: null } },
      'GET /ark/reports/{id}': { data: buildReport() },
    });
    const { router, person } = renderApp('/arkbot/reports', { accessToken });
    await screen.findByText('mira_plays');
    expect(portal.callsOf('GET /ark/reports').at(-1)?.search.get('state')).toBe('open');
    await person.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'all' }));
    await waitFor(() => expect(portal.callsOf('GET /ark/reports').at(-1)?.search.has('state')).toBe(false));
    await person.click(screen.getByText('mira_plays'));
    await screen.findByRole('heading', { name: 'Report about mira_plays' });
  });

  it('is in the navigation of those who moderate, with how many wait', async () => {
    fakePortal({ ...admin, 'GET /ark/reports': { data: { reports: [], next: null } } });
    renderApp('/arkbot/reports', { accessToken });
    const link = await screen.findByTitle('2 open');
    expect(link.textContent).toBe('Reports2');
    expect(await screen.findByText('No open reports.')).toBeDefined();
  });

  it('is not in the navigation of members', async () => {
    const portal = fakePortal({ ...as([]), 'GET /ark/reports/own': { data: [] } });
    renderApp('/account', { accessToken });
    await screen.findByText(/You haven't reported anyone/);
    expect(screen.queryByRole('link', { name: /^Reports/ })).toBeNull();
    expect(portal.callsOf('GET /ark/reports/waiting')).toEqual([]);
  });
});

describe('a report', () => {
  it('is answered, commented, assigned and closed, and leads to the timeline of that time', async () => {
    const portal = fakePortal({
      ...admin,
      'GET /ark/reports/{id}': { data: buildReport() },
      'POST /ark/reports/{id}/comments': { data: buildReport() },
      'POST /ark/reports/{id}/answer': { data: buildReport({ state: 'answered' }) },
      'PUT /ark/reports/{id}/assignee': { data: buildReport({ assignee: { name: 'Adam', isYou: true } }) },
      'POST /ark/reports/{id}/close': { data: buildReport({ state: 'closed' }) },
    });
    const { person } = renderApp('/arkbot/reports/r1', { accessToken });
    const link = await screen.findByRole('link', { name: "The player's timeline at that time" });
    const url = new URL(link.getAttribute('href') ?? '', 'http://x');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      from: '2026-01-02T10:00:00.000Z',
      until: '2026-01-02T13:00:00.000Z',
    });
    await person.click(screen.getByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(portal.callsOf('PUT /ark/reports/{id}/assignee')[0]?.body).toEqual({ isMine: true }));
    await person.type(screen.getByLabelText('Add a comment'), ' seen it ');
    await person.click(screen.getByRole('button', { name: 'Add comment' }));
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/reports/{id}/comments')[0]?.body).toEqual({ text: 'seen it' }),
    );
    await person.type(screen.getByLabelText('Answer to the reporter'), 'Thanks');
    await person.click(screen.getByRole('checkbox', { name: 'Close the report' }));
    await person.click(screen.getByRole('button', { name: 'Send answer' }));
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/reports/{id}/answer')[0]?.body).toEqual({ text: 'Thanks', isClosing: false }),
    );
    await person.click(screen.getByRole('button', { name: 'Close report' }));
    await waitFor(() => expect(portal.callsOf('POST /ark/reports/{id}/close')).toHaveLength(1));
  });

  it('says where an answer cannot be delivered, and shows hostile text as text', async () => {
    const text = '<img src=x onerror=alert(1)>\u202e';
    fakePortal({ ...admin, 'GET /ark/reports/{id}': { data: buildReport({ text, answeredBy: 'none' }) } });
    renderApp('/arkbot/reports/r1', { accessToken });
    expect(await screen.findByText(/It can't be delivered/)).toBeDefined();
    expect(screen.getByText(/<img src=x onerror=alert\(1\)>/)).toBeDefined();
    expect(document.querySelector('main img[src="x"]')).toBeNull();
  });

  it('that does not exist is said so', async () => {
    fakePortal({
      ...admin,
      'GET /ark/reports/{id}': { status: 404, code: 'NOT_FOUND', error: 'There is no such report.' },
    });
    renderApp('/arkbot/reports/none', { accessToken });
    expect(await screen.findByRole('link', { name: 'See all reports' })).toBeDefined();
  });
});

describe('the account page', () => {
  it('shows the own reports with their answers', async () => {
    const { id, createdAt, server, player, text } = buildReport();
    const answer = { text: 'We talked to them.', at: createdAt };
    fakePortal({
      ...as([]),
      'GET /ark/reports/own': { data: [{ id, createdAt, server, player, text, state: 'closed', answer }] },
    });
    renderApp('/account', { accessToken });
    const panel = within(await screen.findByRole('region', { name: 'My reports' }));
    expect(await panel.findByText('We talked to them.')).toBeDefined();
    expect(panel.getByText('Closed')).toBeDefined();
  });
});
