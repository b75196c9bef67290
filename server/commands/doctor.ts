import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { readTables } from '../backup/tables.ts';
import { assertFiles } from '../claimFiles.ts';
import { type Database, queryRows } from '../db/database.ts';
import { checkFiles } from '../doctor/checkFiles.ts';
import { checkConsistency, checkForeignKeys } from '../doctor/checkLinks.ts';
import type { Finding } from '../doctor/finding.ts';
import { translateCommand } from '../translate.ts';
import { type CommandDeps, exitCodes, serverCommand } from './command.ts';

/** Checks that the data agree with themselves and with the files, and repairs what can be repaired without a choice. */
export const doctor = serverCommand({
  about: 'doctor',
  input: z.object({ repair: z.boolean().default(false) }),
  run: async (deps, { repair }) => {
    // With another store, all pictures would be found lost, and with that of another installation, its files removed.
    await assertFiles(deps);
    const before = await check(deps);
    const repairable = before.findings.filter(finding => finding.repair);
    if (repair) for (const finding of repairable) await finding.repair?.();
    const isRepaired = repair && repairable.length > 0;
    // Checked again, because a repair is only believed when nothing is found any more.
    const after = isRepaired ? await check(deps) : before;
    const tables = await countRows(deps.db);
    const repaired = isRepaired ? repairable.map(toPlain) : [];
    return {
      result: { tables, files: after.stored, findings: after.findings.map(toPlain), repaired },
      lines: [
        ...repaired.map(finding => `${translateCommand('done.repaired')}: ${describe(finding)}`),
        ...after.findings.flatMap(finding => [
          describe(toPlain(finding)),
          ...finding.examples.map(example => `    ${example}`),
        ]),
        translateCommand(after.findings.length > 0 ? 'done.unhealthy' : 'done.healthy', {
          rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0),
          files: after.stored.count,
        }),
      ],
      exitCode: after.findings.length > 0 ? exitCodes.found : exitCodes.done,
    };
  },
});

const check = async ({ db, files, clock }: CommandDeps) => {
  const links = [...(await checkForeignKeys(db)), ...(await checkConsistency(db))];
  const { findings, stored } = await checkFiles({ db, files, now: clock() });
  return { findings: [...links, ...findings], stored };
};

const toPlain = ({ repair, ...finding }: Finding) => ({ ...finding, repairable: repair !== null });

const describe = ({ kind, subject, count, repairable }: ReturnType<typeof toPlain>): string =>
  [
    `${translateCommand(`findings.${kind}`)}: ${count} (${subject})`,
    ...(repairable ? [] : [translateCommand('done.notRepairable')]),
  ].join('. ');

const countRows = async (db: Database): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { name } of await readTables(db)) {
    const [row] = await queryRows<{ rows: number }>(
      db,
      sql.raw(`select count(*)::integer as rows from public.${name}`),
    );
    counts[name] = row?.rows ?? 0;
  }
  return counts;
};
