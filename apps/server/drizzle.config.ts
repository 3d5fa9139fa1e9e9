import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/db/tables.ts',
    './src/db/music-tables.ts',
    './src/db/file-tables.ts',
    './src/db/owner-tables.ts',
    './src/db/audit-tables.ts',
    './src/db/structure-tables.ts',
    './src/db/chat-tables.ts',
  ],
  out: './src/db/migrations',
});
