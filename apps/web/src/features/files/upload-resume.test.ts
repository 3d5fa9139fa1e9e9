import { describe, expect, it } from 'vitest';
import { buildUnfinished } from '../../testing/uploads.ts';
import { createItem } from './upload-item.ts';
import { leftUploads, resumeRefusal } from './upload-resume.ts';

const file = new File(['0123456789'], 'island.png', { lastModified: 7 });

describe('resumeRefusal', () => {
  it('takes the file that the upload began with', () => {
    expect(resumeRefusal(file, buildUnfinished())).toBeUndefined();
  });

  it('takes one of the same name and size where nothing more is known', () => {
    expect(resumeRefusal(file, buildUnfinished({ fingerprint: null }))).toBeUndefined();
    expect(resumeRefusal(file, buildUnfinished({ fingerprint: 'made by a script' }))).toBeUndefined();
  });

  it('knows a file whose name the server had to clean', () => {
    const odd = new File(['0123456789'], 'a|1|b.png', { lastModified: 7 });
    expect(
      resumeRefusal(odd, buildUnfinished({ fileName: 'other.png', fingerprint: 'x/a|1|b.png|10|7' })),
    ).toBeUndefined();
  });

  it.each([
    ['of another name', buildUnfinished({ fileName: 'b.png', fingerprint: 'b.png|10|7' }), 'Please choose b.png.'],
    ['of another size', buildUnfinished({ size: 11, fingerprint: null }), 'not 11 B'],
    ['that was changed since', buildUnfinished({ fingerprint: 'maps/island.png|10|6' }), 'was changed'],
  ])('refuses a file %s', (_, upload, words) => {
    expect(resumeRefusal(file, upload)).toContain(words);
  });
});

describe('leftUploads', () => {
  it('leaves out what a row of this tab stands for, by its id or while it has none', () => {
    const known = createItem({ file, path: 'x' }, 'private', 'u1').row;
    const begun = { ...known, uploadId: undefined, fingerprint: 'maps/island.png|10|7' };
    const uploads = [
      buildUnfinished(),
      buildUnfinished({ uploadId: 'u2', fingerprint: 'b|1|1' }),
      buildUnfinished({ uploadId: 'u3' }),
    ];
    expect(leftUploads(uploads, [known]).map(({ uploadId }) => uploadId)).toEqual(['u2', 'u3']);
    expect(leftUploads(uploads, [begun]).map(({ uploadId }) => uploadId)).toEqual(['u2']);
  });
});
