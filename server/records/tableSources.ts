import { readProjects } from '../categories/readTree.ts';
import type { Database } from '../db/database.ts';
import type { TableSources } from '../table/tableFields.ts';
import { readAttributeSources } from './attributes.ts';

export const tableSources = async (db: Database): Promise<TableSources> => ({
  ...(await readAttributeSources(db)),
  projects: await readProjects(db),
});
