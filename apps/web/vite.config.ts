import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const portal = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

/** Every `import()` of the build goes through our loader; Vite's own never fetches a stylesheet again that once failed. */
function codeLoader(): Plugin {
  const loader = fileURLToPath(new URL('src/lib/code/load-code.ts', import.meta.url));
  return {
    name: 'code-loader',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? `export { loadCode as __vitePreload } from ${JSON.stringify(loader)};` : null,
    generateBundle(_, bundle) {
      const isReplaced = (file: (typeof bundle)[string]) =>
        file.type === 'asset' || !file.code.includes('preloadError');
      if (!Object.values(bundle).every(isReplaced)) this.error('The preload helper of Vite is still in the build.');
    },
  };
}

/** Lists the files with which the app opens without a network, for the service worker; large parts are of no use there. */
function offlineFiles(): Plugin {
  const largest = 100_000;
  const isNeeded = /\.(js|css|woff2)$/;
  return {
    name: 'offline-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const first = new Set(
        files.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.fileName, ...file.imports] : [])),
      );
      const sizeOf = (file: (typeof files)[number]) => (file.type === 'chunk' ? file.code : file.source).length;
      const stored = files.filter(
        (file) => isNeeded.test(file.fileName) && (first.has(file.fileName) || sizeOf(file) <= largest),
      );
      const unhashed = ['color-scheme.js', 'favicon.svg', 'manifest.webmanifest'];
      const names = [...unhashed, ...stored.map(({ fileName }) => fileName)].map((name) => `/${name}`);
      this.emitFile({ type: 'asset', fileName: 'offline-files.json', source: JSON.stringify(names) });
    },
  };
}

/** The font of nearly all texts comes with the styles: texts that change their font when it arrives move what is below. */
function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => name.includes('inter-latin-wght-normal-'));
        if (font === undefined) throw new Error('The font is not in the build.');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

const shared = { minShareCount: 3, priority: 1 };

export default defineConfig({
  plugins: [codeLoader(), react({ compiler: true }), fontPreload(), offlineFiles()],
  build: {
    target: 'es2023',
    // Fonts and images stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Vite leaves out a file that comes alone; the loader wants to know all of them.
      resolveDependencies: (file, files, { hostType }) => (hostType === 'js' ? [...new Set([file, ...files])] : files),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes with our dependencies only stays in the browser's cache across our own releases.
            // Long lists come later, and so does what makes them.
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[^\\/]+)[\\/]/,
              priority: 3,
            },
            { name: 'app', tags: ['$initial'], priority: 2 },
            // A page is a few files, not one for every component that it shares with other pages.
            { name: 'overlays', test: /node_modules[\\/](@floating-ui|tabbable|react-remove-scroll)/, ...shared },
            { name: 'lists', test: /node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/, ...shared },
            { name: 'forms', test: /node_modules[\\/](@mantine[\\/]form|klona|fast-deep-equal)[\\/]/, ...shared },
            { name: 'library', test: /node_modules/, ...shared },
            { name: 'tables', test: /src[\\/]components[\\/](table|virtual-grid)[\\/]/, ...shared },
            { name: 'shared', test: /src[\\/](components|lib)[\\/]/, minShareCount: 3 },
            { name: 'features', test: /src/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: portal } } },
});
