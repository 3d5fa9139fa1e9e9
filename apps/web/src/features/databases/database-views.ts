export const databaseViews = { text: 'Text', tree: 'Tree', versions: 'Versions' } as const;
export type DatabaseView = keyof typeof databaseViews;

export function readView(view: string | undefined): DatabaseView {
  return view !== undefined && Object.hasOwn(databaseViews, view) ? (view as DatabaseView) : 'text';
}
