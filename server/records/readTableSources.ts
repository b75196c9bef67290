import { readProjects } from '../categories/readTree.ts';
import type { Database } from '../db/database.ts';
import type { TableColumnSources } from '../table/tableFields.ts';
import { readAttributeDefinitions } from './attributes.ts';
import { readOwnPrefixes } from './ownCodes.ts';

export const readTableSources = async (db: Database): Promise<TableColumnSources> => ({
  ...(await readAttributeDefinitions(db)),
  projects: await readProjects(db),
  ownPrefixes: await readOwnPrefixes(db),
});
