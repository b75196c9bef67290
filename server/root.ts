import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const findProjectRoot = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('no package.json above the server: the project folder is not whole');
  return findProjectRoot(parent);
};

/** The project folder. Searched upwards, because the server runs from its sources as well as from `dist/server`. */
export const projectRoot = findProjectRoot(dirname(fileURLToPath(import.meta.url)));
