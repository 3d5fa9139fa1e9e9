import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../../stop.mjs';
import { logIn, startPortal } from '../portal.mjs';

/** @typedef {Awaited<ReturnType<typeof startFilesPortal>>} FilesPortal */

/**
 * A portal, and what people do with files in it.
 * @param {string} dataDir @param {import('./clients.mjs').Clients} clients
 */
export async function startFilesPortal(dataDir, clients) {
  const { url, pid, stop } = await startPortal(dataDir);
  const authorization = `Bearer ${await logIn(url, 'admin')}`;
  /** @param {string} id */
  const pathOf = (id) => path.join(blobFolder(dataDir), id);
  /** @param {string} id @param {number} bytes */
  const checked = (id, bytes) => {
    const size = fs.statSync(pathOf(id), { throwIfNoEntry: false })?.size;
    if (size !== bytes) throw new Stop(`An uploaded file has ${size} bytes on the drive instead of ${bytes}.`);
    return id;
  };

  return {
    pid,
    stop,

    /** One request begins it, one carries all. @param {number} bytes @returns {Promise<string>} the file's id */
    async uploadByTus(bytes) {
      const tus = { authorization, 'tus-resumable': '1.0.0' };
      const metadata = `filename ${btoa('bench.bin')},visibility ${btoa('private')}`;
      const begun = await fetch(`${url}/api/files/uploads`, {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': metadata },
      });
      const location = begun.headers.get('location');
      if (begun.status !== 201 || !location)
        throw new Stop(`An upload could not begin: ${begun.status} ${await begun.text()}`);
      const at = new URL(location, url);
      const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
      await clients.send({ url: at.href, method: 'PATCH', headers, bytes });
      return checked(path.basename(at.pathname), bytes);
    },

    /** @param {number} bytes @returns {Promise<string>} the file's id */
    async uploadByForm(bytes) {
      const body = await clients.send({ url: `${url}/api/files`, ...form(bytes, { authorization }) });
      return checked(String(JSON.parse(body).data[0].fileId), bytes);
    },

    /** @param {string} id @returns {Promise<string>} an address that is good for a minute */
    async contentAddress(id) {
      const response = await fetch(`${url}/api/files/${id}/download`, { method: 'POST', headers: { authorization } });
      const body = /** @type {any} */ (await response.json());
      if (!body.data?.url) throw new Stop(`A file cannot be downloaded: ${JSON.stringify(body)}`);
      return new URL(body.data.url, url).href;
    },

    /** A deleted file could be restored for an hour: its bytes go at once here. @param {string} id */
    async remove(id) {
      const response = await fetch(`${url}/api/files/${id}`, { method: 'DELETE', headers: { authorization } });
      if (!response.ok) throw new Stop(`A file cannot be deleted: ${response.status} ${await response.text()}`);
      fs.rmSync(pathOf(id));
    },
  };
}

/** Where the portal stores what was uploaded. @param {string} dataDir */
export function blobFolder(dataDir) {
  return path.join(dataDir, 'files', 'kept');
}

/** One file in a form, as a script sends it. @param {number} bytes @param {Record<string, string>} [headers] */
export function form(bytes, headers) {
  const boundary = '------------------------tribehall-bench';
  /** @param {string} field @param {string} value */
  const part = (field, value) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="bench.bin"\r\n`;
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    bytes,
    before: `${part('isPrivate', 'true')}${part('allowedRoles', '')}${head}content-type: application/octet-stream\r\n\r\n`,
    after: `\r\n--${boundary}--\r\n`,
  };
}
