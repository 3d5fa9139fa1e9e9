import fs from 'node:fs';
import { X509Certificate } from 'node:crypto';
import path from 'node:path';

export type Certificate = {
  key: string;
  cert: string;
  /** To be trusted by clients of the voice server. */
  certFile: string;
};

const dayMs = 86_400_000;

/** A certificate for localhost, since voice always uses TLS. Reused as long as the folder exists. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [keyFile, certFile] = [path.join(folder, 'discord-key.pem'), path.join(folder, 'discord-cert.pem')];
  const stored = readStored(keyFile, certFile);
  if (stored) return { ...stored, certFile };
  // Imported lazily because it is slow to load.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - dayMs),
    notAfterDate: new Date(Date.now() + 365 * dayMs),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  fs.writeFileSync(keyFile, made.private, { mode: 0o600 });
  fs.writeFileSync(certFile, made.cert, { mode: 0o600 });
  return { key: made.private, cert: made.cert, certFile };
}

function readStored(keyFile: string, certFile: string): { key: string; cert: string } | undefined {
  if (!fs.existsSync(keyFile) || !fs.existsSync(certFile)) return undefined;
  const [key, cert] = [fs.readFileSync(keyFile, 'utf8'), fs.readFileSync(certFile, 'utf8')];
  return Date.parse(new X509Certificate(cert).validTo) > Date.now() + dayMs ? { key, cert } : undefined;
}
