import { fetchData } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What some PDFs need and do not bring along: tables of characters, two fonts of signs, and readers of rare images. */
const addresses = import.meta.glob<string>(
  [
    '../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb',
    '../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
);

const byName = new Map(
  Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);

async function read(name: string): Promise<Uint8Array> {
  const address = byName.get(name);
  if (address === undefined) throw new Error(`There is no ${name} here.`);
  const bytes: unknown = await fetchData(address, 'arraybuffer');
  if (!(bytes instanceof ArrayBuffer)) throw new Error(`${name} could not be fetched.`);
  return new Uint8Array(bytes);
}

export class CharacterTables {
  async fetch({ name }: { name: string }) {
    return { cMapData: await read(`${name}.bcmap`), isCompressed: true };
  }
}

export class NamedFiles {
  fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return read(filename);
  }
}
