import { useEffect, useRef, useState } from 'react';
import { type PreparedImport, preparedLimits, rowOutcomes } from '#contract/preparing.ts';
import { usePreparedImportQueries } from '#providers/jobs/preparing.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { toImportMessages } from '#providers/reporting/notices.ts';

interface ImportStart {
  /** A pending change of the choices; resolves to null on failure, for which a notice was shown. */
  changing: () => Promise<PreparedImport | null> | null;
  onStarted: () => void;
}

/** Starts the import that the user has reviewed. Outdated counts are refreshed first, and shown if they differ. */
export const useStartImport = (shown: PreparedImport, { changing, onStarted }: ImportStart) => {
  const t = useT();
  const imports = useRunStore('import');
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
  /** The revision to start; null if the user has to review changed counts first. */
  const checked = async (seen: PreparedImport, signal: AbortSignal): Promise<number | null> => {
    const now = await reads.read(signal);
    // If another window has changed the choices, the server rejects the start.
    if (now.revision !== seen.revision || !isCheckStale(now)) return seen.revision;
    const { counts, refusal, absent } = await reads.recheck(signal);
    const isSame =
      refusal === null &&
      absent?.count === seen.absent?.count &&
      rowOutcomes.every(outcome => counts[outcome] === seen.counts[outcome]);
    return isSame ? seen.revision + 1 : null;
  };
  const start = async (archivesMost: boolean) => {
    const { signal } = leaving.current ?? new AbortController();
    setStarting(true);
    setFailure([]);
    try {
      const seen = await (changing() ?? shown);
      const revision = seen && (await checked(seen, signal));
      setRecounted(seen !== null && revision === null);
      const refused = revision === null ? [] : await imports.start(shown.id, { revision, archivesMost });
      if (revision !== null && refused.length === 0) return onStarted();
      setFailure(refused);
      await reads.reread();
    } catch (error) {
      if (signal.aborted) return;
      // Refetched, because the upload may have expired.
      void reads.reread();
      setFailure(toImportMessages(error, (key, values) => t(`errors.${key}`, values)));
    }
    setStarting(false);
  };
  return { isStarting, isRecounted, failure, start: ({ archivesMost = false } = {}) => void start(archivesMost) };
};

const isCheckStale = ({ checked_ago }: PreparedImport): boolean =>
  (checked_ago ?? 0) > preparedLimits.checkedMinutes * 60;
