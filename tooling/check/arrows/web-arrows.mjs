/** @type {import('./arrow-rules.mjs').ArrowRule[]} */
export const webArrows = [
  {
    name: 'pages follow the URL and compose',
    from: /^apps\/web\/src\/pages\//,
    to: '^apps/web/src/(app/(?!paths\\.ts$)|main\\.tsx$)',
    instead: 'pass it down from app/, or move it to components/ or lib/',
  },
  {
    name: 'features do not know app and pages',
    from: /^apps\/web\/src\/features\//,
    to: '^apps/web/src/(pages/|app/(?!paths\\.ts$)|main\\.tsx$)',
    instead: 'take it as a property; only app/paths.ts is open to features',
  },
  {
    name: 'features never import each other',
    from: /^apps\/web\/src\/features\/([^/]+)\//,
    to: '^apps/web/src/features/(?!$1/)',
    instead: 'compose the two in a page or layout, or move what both need to components/ or lib/',
  },
  {
    name: 'components have no domain words',
    from: /^apps\/web\/src\/components\//,
    to: '^apps/web/src/(features|pages|app)/',
    instead: 'take it as a property',
  },
  {
    name: 'lib stands at the bottom',
    from: /^apps\/web\/src\/lib\//,
    to: '^apps/web/src/(components|features|pages|app)/',
    instead: 'pass in a function or a value',
  },
];
