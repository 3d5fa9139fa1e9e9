import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { api } from '../lib/api/api.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { later } from '../testing/later.ts';
import { renderApp } from '../testing/render-app.tsx';

const stats = (connectedServers: number, event = 'changed') => ({ topic: 'stats', event, data: { connectedServers } });

const lastTopics = (portal: ReturnType<typeof fakePortal>) =>
  portal.requests
    .findLast(({ path }) => path === '/events')
    ?.search.get('topics')
    ?.split(',');

describe('the landing page', () => {
  it('counts connected servers live, without a login', async () => {
    const portal = fakePortal({ 'GET /ark/stats': { data: { connectedServers: 4 } } }, [stats(5, 'snapshot')]);
    renderApp('/');
    expect(await screen.findByText('5')).toBeDefined();
    portal.push(stats(6));
    expect(await screen.findByText('6')).toBeDefined();
    expect(lastTopics(portal)).toEqual(['stats']);
    expect(screen.getByText('live')).toBeDefined();
  });

  it('does not let a slow reply overwrite what the stream said', async () => {
    const reply = later<{ data: object }>();
    fakePortal({ 'GET /ark/stats': () => reply.promise }, [stats(5, 'snapshot')]);
    const { queryClient } = renderApp('/');
    expect(await screen.findByText('5')).toBeDefined();
    reply.resolve({ data: { connectedServers: 1 } });
    // Requested later, so replied to later.
    await api('GET /site');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(queryClient.getQueryData(['stats'])).toEqual({ connectedServers: 5 });
  });

  it('says that a number is not known, and zero only where it is zero', async () => {
    const portal = fakePortal();
    renderApp('/');
    expect(await screen.findByText('not known yet')).toBeDefined();
    portal.push(stats(0));
    expect(await screen.findByText('0')).toBeDefined();
    expect(screen.queryByText('not known yet')).toBeNull();
  });
});
