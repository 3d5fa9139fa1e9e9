/** The file's path as the two URL parameters of its page. */
export function addressOf(file: string): { file: string; _splat: string } {
  const [first = '', ...rest] = file.split('/');
  return { file: first, _splat: rest.join('/') };
}

export function fileOf({ file, _splat }: { file: string; _splat?: string }): string {
  return _splat === undefined || _splat === '' ? file : `${file}/${_splat}`;
}
