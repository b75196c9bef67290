import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the migration that brings the tables to `schema.ts`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema.ts',
  out: './server/db/migrations',
});
