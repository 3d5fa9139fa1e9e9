import zlib from 'node:zlib';

const blockBytes = 512;

/**
 * A gzipped tar file, the form in which npm takes a package. The same contents give the same bytes.
 * @param {{ name: string, contents: Buffer, isProgram?: boolean }[]} files names below 100 bytes
 */
export function makeTarball(files) {
  const blocks = files.flatMap(({ name, contents, isProgram }) => [
    header(name, contents.length, isProgram ? 0o755 : 0o644),
    contents,
    Buffer.alloc((blockBytes - (contents.length % blockBytes)) % blockBytes),
  ]);
  return zlib.gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 });
}

/** @param {string} name @param {number} size @param {number} mode */
function header(name, size, mode) {
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0, 100, 'utf8');
  block.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 100, 'latin1');
  block.write('        0', 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** @param {number} value @param {number} width */
function octal(value, width) {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}
