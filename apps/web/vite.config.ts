import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const portal = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

export default defineConfig({
  plugins: [react({ compiler: true })],
  build: {
    target: 'es2023',
    // Fonts and images stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What changes with our dependencies only stays in the browser's cache across our own releases.
        codeSplitting: {
          // Long lists come later, and so does what makes them.
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[^\\/]+)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: portal } } },
});
