import { useEffect, useRef, useState } from 'react';
import { type PreparedImport, preparedLimits, rowOutcomes } from '#contract/preparing.ts';
import { usePreparedImportQueries } from '#providers/jobs/preparing.ts';
import { useRuns } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { importMessages } from '#providers/reporting/notices.ts';

interface Starting {
  /** A change of the user that has not been answered yet; it resolves with null when it fails, which is shown. */
  changing: () => Promise<PreparedImport | null> | null;
  onStarted: () => void;
}

/** Starts the import of what the user has seen: counts that are too old are checked first, and shown if they differ. */
export const useStart = (shown: PreparedImport, { changing, onStarted }: Starting) => {
  const t = useT();
  const imports = useRuns('import');
  const reads = usePreparedImportQueries(shown.id);
  const [isStarting, setStarting] = useState(false);
  const [isRecounted, setRecounted] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  /** The revision to start, or null where there is something new to look at. */
  const checked = async (seen: PreparedImport, signal: AbortSignal): Promise<number | null> => {
    const now = await reads.read(signal);
    // A change in another window is for the server to refuse.
    if (now.revision !== seen.revision || !isCheckStale(now)) return seen.revision;
    const { counts, refusal } = await reads.recheck(signal);
    const isSame = refusal === null && rowOutcomes.every(outcome => counts[outcome] === seen.counts[outcome]);
    return isSame ? seen.revision + 1 : null;
  };
  const start = async () => {
    const { signal } = leaving.current ?? new AbortController();
    setStarting(true);
    setFailure([]);
    try {
      const seen = await (changing() ?? shown);
      const revision = seen && (await checked(seen, signal));
      setRecounted(seen !== null && revision === null);
      const refused = revision === null ? [] : await imports.start(shown.id, revision);
      if (revision !== null && refused.length === 0) return onStarted();
      setFailure(refused);
      await reads.reread();
    } catch (error) {
      if (signal.aborted) return;
      // It may have expired.
      void reads.reread();
      setFailure(importMessages(error, (key, values) => t(`errors.${key}`, values)));
    }
    setStarting(false);
  };
  return { isStarting, isRecounted, failure, start: () => void start() };
};

const isCheckStale = ({ checked_ago }: PreparedImport): boolean =>
  (checked_ago ?? 0) > preparedLimits.checkedMinutes * 60;
