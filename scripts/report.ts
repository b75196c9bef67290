import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';

export interface Tally {
  passed: number;
  failed: number;
  failures: string[];
  notes: string[];
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          ancestorTitles: z.array(z.string()),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
});

/**
 * Counts the results in a JSON report. A file that did not load, or a run that crashed, counts as one failure, because
 * its tests are missing from the report. On CI, tests skipped because PostgreSQL is unavailable count as one more.
 */
export const readReport = (path: string, isGood: boolean, isIntegration = Boolean(process.env['CI'])): Tally => {
  if (!existsSync(path)) return { passed: 0, failed: 1, failures: [], notes: [] };
  const { testResults } = Report.parse(JSON.parse(readFileSync(path, 'utf8')));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string): number => tests.filter(test => test.status === status).length;
  const unloadedFiles = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  );
  const postgres = postgresTests(tests);
  const missedNotes = isIntegration && postgres === 'skipped' ? [POSTGRES_SKIPPED] : [];
  const failed = count('failed') + unloadedFiles.length + missedNotes.length;
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages: [reason = ''] = [] }) => `${basename(name)}: ${title}: ${shorten(reason)}`),
  );
  return {
    passed: count('passed'),
    failed: failed === 0 && !isGood ? 1 : failed,
    failures: [...unloadedFiles.map(({ name }) => `${basename(name)} did not load`), ...failures, ...missedNotes],
    notes: postgres === 'none' ? [] : [postgres === 'skipped' ? POSTGRES_SKIPPED : `PostgreSQL: ${postgres} tests ran`],
  };
};

const shorten = (reason: string): string => reason.split('\n').slice(0, 4).join(' ').slice(0, 400);

const POSTGRES_SKIPPED = 'PostgreSQL: its tests were skipped, neither TEST_DATABASE_URL nor its programs are here';

const postgresTests = (
  tests: readonly { status: string; ancestorTitles: readonly string[] }[],
): number | 'skipped' | 'none' => {
  const markedTests = tests.filter(test => test.ancestorTitles.some(title => title.includes('PostgreSQL')));
  if (markedTests.length === 0) return 'none';
  return markedTests.filter(({ status }) => status === 'passed' || status === 'failed').length || 'skipped';
};
