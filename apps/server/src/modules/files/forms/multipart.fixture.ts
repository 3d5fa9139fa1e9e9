import type { UploadsTest } from '../uploads/uploads.fixture.ts';

export type FormPart = {
  name?: string;
  value: string | Buffer;
  fileName?: string;
  disposition?: string;
  headers?: string;
};

export const boundary = 'a-boundary-of-a-test';
export const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** A form byte for byte, also one that no client would send. */
export function formOf(parts: FormPart[], { isComplete = true } = {}): Buffer {
  const chunks = parts.flatMap(({ name = 'files', value, fileName, disposition, headers }) => {
    const fileNamed = fileName === undefined ? '' : `; filename="${fileName}"`;
    const header = disposition ?? `form-data; name="${name}"${fileNamed}`;
    return [`--${boundary}\r\n${headers ?? `Content-Disposition: ${header}\r\n`}\r\n`, value, '\r\n'];
  });
  return Buffer.concat([...chunks, isComplete ? `--${boundary}--\r\n` : ''].map((chunk) => Buffer.from(chunk)));
}

export function postForm({ ask }: Pick<UploadsTest, 'ask'>, parts: FormPart[], options?: { isComplete: boolean }) {
  return ask('/files', { method: 'POST', headers: formType, body: formOf(parts, options) });
}
