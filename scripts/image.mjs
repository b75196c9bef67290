/**
 * `node scripts/image.mjs <folder>`: collects what a built server needs to run, and nothing else, such as for an image of
 * a container: the build, the migrations, and the packages that are not bundled.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './ensure.mjs';

const [, , target] = process.argv;
if (!target || (existsSync(target) && readdirSync(target).length > 0)) {
  console.error('node scripts/image.mjs <folder>: the folder must be new or empty');
  process.exit(1);
}

/** Not bundled, because they load files beside themselves (`server/build.ts`). */
const PACKAGES = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp'];
/**
 * Source maps, type definitions, and extensions of the embedded database that the server does not load.
 * @param {string} path
 */
const isUnused = path =>
  /\.(map|c?ts|md)$/.test(path) ||
  (/pglite\/dist\/[^/]+\.(tar\.gz|cjs)$/.test(path) && !path.endsWith('pg_trgm.tar.gz')) ||
  /pglite\/(src|release|dist\/(node-postgres|live|vector))(\/|$)/.test(path);

/** @param {string} from @param {string} [to] */
const copy = (from, to = from) => {
  mkdirSync(dirname(join(target, to)), { recursive: true });
  cpSync(join(root, from), join(target, to), { recursive: true, dereference: true, filter: path => !isUnused(path) });
};

const copied = new Set();
/** A package with those that it depends on, as far as they are installed for this system. @param {string} name */
const copyPackage = name => {
  const folder = join('node_modules', name);
  if (copied.has(name) || !existsSync(join(root, folder))) return;
  copied.add(name);
  copy(folder);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(dependency);
};

for (const name of PACKAGES) copyPackage(name);
copy('dist/server');
copy('dist/web');
for (const name of readdirSync(join(root, 'dist')).filter(name => /^database-.*\.tar\.gz$/.test(name)))
  copy(join('dist', name));
cpSync(join(root, 'server/db/migrations'), join(target, 'server/db/migrations'), { recursive: true });

const { name, version, type, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(
  join(target, 'package.json'),
  `${JSON.stringify({ name, version, type, license, private: true }, null, 2)}\n`,
);
