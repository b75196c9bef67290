import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate -- --name what_changes` writes the migration that brings the tables to these files. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/db/schema.ts', './server/db/tables/*.ts'],
  out: './server/db/migrations',
});
