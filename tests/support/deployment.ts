import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BUILD } from '#contract/limits.ts';
import { migrationsFolder } from '#server/db/snapshot.ts';

/**
 * A copy of the build that a test can replace under a running server, as a deployment does; the original serves other
 * tests.
 */
export interface Deployment {
  folder: string;
  /** Replaces the served build by the next one: every file gets a new name, `change` edits the contents. */
  deploy: (change?: (text: string) => string) => void;
  /** Makes the server that of a later build, which brings the database up to date by one more migration. */
  addMigration: (build: string, statement: string) => void;
  remove: () => void;
}

interface JournalEntry {
  idx: number;
  when: number;
  tag: string;
}

export const copyBuild = (): Deployment => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-deployment-'));
  for (const name of ['package.json', 'dist']) cpSync(name, join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'server', 'docs']) symlinkSync(resolve(name), join(folder, name));
  const web = join(folder, 'dist', 'web');
  let builds = 1;
  let serverBuild: string = BUILD;
  return {
    folder,
    deploy: (change = text => text) => {
      builds += 1;
      rename(web, `-b${builds}.`, change);
    },
    addMigration: (build, statement) => {
      const server = join(folder, 'dist', 'server');
      for (const name of readdirSync(server).filter(name => name.endsWith('.js')))
        replaceFile(join(server, name), join(server, name), text => text.replaceAll(`"${serverBuild}"`, `"${build}"`));
      serverBuild = build;
      const own = join(folder, 'server');
      if (lstatSync(own).isSymbolicLink()) {
        rmSync(own);
        cpSync(migrationsFolder, join(own, 'db', 'migrations'), { recursive: true });
      }
      const journal = join(own, 'db', 'migrations', 'meta', '_journal.json');
      const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: JournalEntry[] };
      const [last] = entries.slice(-1);
      if (!last) throw new Error('there is no migration');
      const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: `next_${last.idx + 1}` };
      writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
      writeFileSync(join(own, 'db', 'migrations', `${next.tag}.sql`), statement);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Renames every file of the application and updates the references to it, as changed contents do to hashed names. */
const rename = (web: string, mark: string, change: (text: string) => string): void => {
  const assets = join(web, 'assets');
  const names = readdirSync(assets).filter(name => !/\.(br|gz)$/.test(name));
  const renamed = new Map(names.map(name => [name, name.replace(/(-b\d+)?\.(?=\w+$)/, mark)]));
  const called = (text: string): string =>
    change(text).replace(/[\w.-]+\.(?:js|css|woff2)\b/g, name => renamed.get(name) ?? name);
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
  for (const [name, next] of renamed) {
    const [from, to] = [join(assets, name), join(assets, next)];
    if (/\.(js|css)$/.test(next)) replaceFile(from, to, called);
    else renameSync(from, to);
  }
  // HTML last: by the time anybody gets the new page, its files exist.
  for (const name of readdirSync(web))
    if (name.endsWith('.html')) replaceFile(join(web, name), join(web, name), called);
};

/** A new file, as a deployment makes: an answer that is being sent goes on to read the old one, whole. */
const replaceFile = (from: string, to: string, change: (text: string) => string): void => {
  const written = `${to}.new`;
  writeFileSync(written, change(readFileSync(from, 'utf8')));
  rmSync(from);
  renameSync(written, to);
};
