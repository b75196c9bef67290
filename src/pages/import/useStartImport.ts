import { useEffect, useRef, useState } from 'react';
import { type PreparedImport, preparedLimits, rowOutcomes } from '#contract/preparing.ts';
import { usePreparedImportQueries } from '#providers/jobs/preparing.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { toImportMessages } from '#providers/reporting/notices.ts';

interface ImportStart {
  /** A pending change of the choices. Resolves to null on failure, after a notice has been shown. */
  getPendingChange: () => Promise<PreparedImport | null> | null;
  onStarted: () => void;
}

/** Starts the import that the user has reviewed. Outdated counts are refreshed first, and shown if they differ. */
export const useStartImport = (shownImport: PreparedImport, { getPendingChange, onStarted }: ImportStart) => {
  const t = useT();
  const imports = useRunStore('import');
  const queries = usePreparedImportQueries(shownImport.id);
  const [isStarting, setStarting] = useState(false);
  const [isRecounted, setRecounted] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const abortController = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    abortController.current = controller;
    return () => controller.abort();
  }, []);
  /** The revision to start; null if the user has to review changed counts first. */
  const findStartRevision = async (seenImport: PreparedImport, signal: AbortSignal): Promise<number | null> => {
    const now = await queries.read(signal);
    // The answer to the user's last change may have arrived without having been drawn yet.
    const seenRevision = queries.getOwnRevision(seenImport.revision);
    // If another window has changed the choices, the server rejects the start.
    if (now.revision !== seenRevision || !isCheckStale(now)) return seenRevision;
    const { counts, refusal, absent } = await queries.recheck(signal);
    const isSame =
      refusal === null &&
      absent?.count === seenImport.absent?.count &&
      rowOutcomes.every(outcome => counts[outcome] === seenImport.counts[outcome]);
    return isSame ? seenRevision + 1 : null;
  };
  const start = async (archivesMost: boolean) => {
    const { signal } = abortController.current ?? new AbortController();
    setStarting(true);
    setFailure([]);
    try {
      const latestImport = await (getPendingChange() ?? shownImport);
      const revision = latestImport && (await findStartRevision(latestImport, signal));
      setRecounted(latestImport !== null && revision === null);
      const refusals = revision === null ? [] : await imports.start(shownImport.id, { revision, archivesMost });
      if (revision !== null && refusals.length === 0) return onStarted();
      setFailure(refusals);
      await queries.reread();
    } catch (error) {
      if (signal.aborted) return;
      // Refetched, because the upload may have expired.
      void queries.reread();
      setFailure(toImportMessages(error, (key, values) => t(`errors.${key}`, values)));
    }
    setStarting(false);
  };
  return { isStarting, isRecounted, failure, start: ({ archivesMost = false } = {}) => void start(archivesMost) };
};

const isCheckStale = ({ checked_ago }: PreparedImport): boolean =>
  (checked_ago ?? 0) > preparedLimits.checkedMinutes * 60;
