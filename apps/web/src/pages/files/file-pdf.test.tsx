import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as pdf from '../../features/files/previews/pdf.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildDetails } from '../../testing/files.ts';
import { renderApp } from '../../testing/render-app.tsx';

/** Reading PDFs needs a browser; the journeys have one. */
const openPdf = (promise: () => Promise<unknown>) =>
  vi.spyOn(pdf, 'openPdf').mockImplementation(() => ({ promise: promise(), destroy: async () => undefined }) as never);

const address = (count: number) => `/api/files/f1/content?for=anyone&expires=${count}&signature=x`;

function show() {
  let count = 0;
  const portal = fakePortal({
    'GET /files/{id}': { data: buildDetails({ preview: 'pdf', size: 4321 }) },
    'POST /files/{id}/view': () => ({ data: { url: address((count += 1)) } }),
  });
  renderApp('/files/f1');
  return portal;
}

/** Fails like the reader does: with an error of this name. */
const failing = (name: string) => openPdf(() => Promise.reject(Object.assign(new Error(name), { name })));

it('reads a PDF from a signed address', async () => {
  const page = { getViewport: () => ({ width: 100, height: 200 }) };
  const opened = openPdf(async () => ({ numPages: 12, getPage: async () => page }));
  show();
  expect(await screen.findByText('12 pages')).toBeDefined();
  expect(opened.mock.calls).toEqual([[address(1), 4321]]);
});

it('says that a PDF is locked', async () => {
  failing('PasswordException');
  show();
  expect(await screen.findByText('This PDF is password-protected. Download it to open it.')).toBeDefined();
});

it('says that a PDF is broken', async () => {
  failing('InvalidPDFException');
  const portal = show();
  expect(await screen.findByText(/^This PDF can't be previewed\./)).toBeDefined();
  expect(portal.callsOf('POST /files/{id}/view')).toHaveLength(1);
});

it('asks for a new address once when the old one is refused', async () => {
  const opened = failing('ResponseException');
  const portal = show();
  expect(await screen.findByText(/^This PDF can't be previewed\./)).toBeDefined();
  await waitFor(() => expect(opened.mock.calls.map(([url]) => url)).toEqual([address(1), address(2)]));
  expect(portal.callsOf('POST /files/{id}/view')).toHaveLength(2);
});
