import { rights, routes, type Route } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';

const app = await createTestApp();

it('describes every call of the contract, and no other', async () => {
  const document = (await app.http.inject({ url: '/api/openapi.json' })).json<{
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
  }>();
  const described = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(described.map((operation) => operation.operationId).toSorted()).toEqual(Object.keys(routes).toSorted());
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/users/me']?.['get']?.security).toEqual([{ session: [] }, { apiToken: ['read'] }]);
});

it('describes what a call needs', async () => {
  const { paths } = (await app.http.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, object>>;
  }>();
  expect(paths['/users/login']?.['post']).toMatchObject({
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: { required: ['email', 'password'] } } } },
  });
  expect(paths['/users/me']?.['get']).not.toHaveProperty('requestBody');
  expect(paths['/ark/servers/{id}']?.['get']).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
  });
});

it('names the right and the scope of every call', async () => {
  const { paths } = (await app.http.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, { description: string; security: object[] }>>;
  }>();
  for (const [key, { right, scope }] of Object.entries<Route>(routes)) {
    const [method = '', path = ''] = key.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation, key).toMatchObject({ 'x-right': right, ...(scope && { 'x-scope': scope }) });
    expect(operation?.description, key).toContain(rights[right]);
    expect(operation?.description.endsWith(`the scope ${scope}.`), key).toBe(scope !== undefined && scope !== 'none');
    expect(operation?.security.length === 0, key).toBe(scope === undefined);
  }
  expect(paths['/files/{id}']?.['get']?.security).toEqual([{}, { session: [] }, { apiToken: ['files'] }]);
  expect(paths['/terminal']?.['post']?.security).toEqual([{ session: [] }]);
});

it('can be read as a page', async () => {
  const page = await app.http.inject({ url: '/api/docs' });
  for (const key of Object.keys(routes)) expect(page.body).toContain(`<code>${key.split(' ')[1]}</code>`);
  expect(page.body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/api/docs.js">']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self'");
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  const script = await app.http.inject({ url: '/api/docs.js' });
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.body).not.toContain('innerHTML');
  expect((await app.http.inject({ url: '/api/docs.css' })).headers['content-type']).toBe('text/css; charset=utf-8');
});
