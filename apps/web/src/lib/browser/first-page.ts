/**
 * Whether the page that the tab was opened with is still shown. Its content may come in parts; after a navigation it must
 * be there at once, or the browser could not scroll to where the user was.
 */
let isShown = true;

export const firstPage = {
  isShown: () => isShown,
  leave: () => {
    isShown = false;
  },
};
