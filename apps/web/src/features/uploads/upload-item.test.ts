import { describe, expect, it } from 'vitest';
import { buildUnfinished } from '../../testing/uploads.ts';
import { createItem, resumeRefusal, unlistedUploads } from './upload-item.ts';

const file = new File(['0123456789'], 'island.png', { lastModified: 7 });

describe('resumeRefusal', () => {
  it('accepts the file the upload started with', () => {
    expect(resumeRefusal(file, buildUnfinished())).toBeUndefined();
  });

  it('accepts a file of the same name and size when nothing else is known', () => {
    expect(resumeRefusal(file, buildUnfinished({ fingerprint: null }))).toBeUndefined();
    expect(resumeRefusal(file, buildUnfinished({ fingerprint: 'made by a script' }))).toBeUndefined();
  });

  it('recognises a file whose name the server sanitized', () => {
    const odd = new File(['0123456789'], 'a|1|b.png', { lastModified: 7 });
    expect(
      resumeRefusal(odd, buildUnfinished({ fileName: 'other.png', fingerprint: 'x/a|1|b.png|10|7' })),
    ).toBeUndefined();
  });

  it.each([
    ['of another name', buildUnfinished({ fileName: 'b.png', fingerprint: 'b.png|10|7' }), 'Choose b.png.'],
    ['of another size', buildUnfinished({ size: 11, fingerprint: null }), 'instead of 11 B'],
    ['that was changed since', buildUnfinished({ fingerprint: 'maps/island.png|10|6' }), 'has changed'],
  ])('refuses a file %s', (_, upload, words) => {
    expect(resumeRefusal(file, upload)).toContain(words);
  });
});

describe('unlistedUploads', () => {
  it('excludes uploads this tab already lists, by id or by fingerprint', () => {
    const known = createItem({ file, path: 'x' }, 'private', 'u1').row;
    const begun = { ...known, uploadId: undefined, fingerprint: 'maps/island.png|10|7' };
    const uploads = [
      buildUnfinished(),
      buildUnfinished({ uploadId: 'u2', fingerprint: 'b|1|1' }),
      buildUnfinished({ uploadId: 'u3' }),
    ];
    expect(unlistedUploads(uploads, [known]).map(({ uploadId }) => uploadId)).toEqual(['u2', 'u3']);
    expect(unlistedUploads(uploads, [begun]).map(({ uploadId }) => uploadId)).toEqual(['u2']);
  });
});
