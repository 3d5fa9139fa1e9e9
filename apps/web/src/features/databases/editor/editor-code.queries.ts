import { codeQuery } from '../../../lib/code/code-query.ts';

export const editorCodeQuery = codeQuery('database editor', () =>
  import('./editor-parts.ts').then((module) => module.editorParts),
);
