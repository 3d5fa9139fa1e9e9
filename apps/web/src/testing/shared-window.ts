import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];
let isOpen = false;

/**
 * happy-dom with one window for all test files of a worker. The files share their modules, some of which listen to the
 * window for good: a window per file would leave them with that of the first file.
 */
const sharedWindow: Environment = {
  ...happyDom,
  name: 'shared-window',
  async setup(global, options) {
    if (!isOpen) await happyDom.setup(global, options);
    isOpen = true;
    return { teardown: resetWindow };
  },
};

/** Each file starts on a page of its own: nothing shown, nothing stored, nothing pending. */
async function resetWindow(): Promise<void> {
  const { happyDOM } = window as unknown as { happyDOM: { abort(): Promise<void>; setURL(url: string): void } };
  await happyDOM.abort();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  happyDOM.setURL('http://localhost:3000');
}

export default sharedWindow;
