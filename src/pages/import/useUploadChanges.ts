import { useRef, useState } from 'react';
import type { PreparedImport } from '#contract/preparing.ts';
import { type ChangePreparedImport, getConflictingUpload, useChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';

/** Changes the choices of an upload, unless another window has changed them since they were shown. */
export const useUploadChanges = (shownImport: PreparedImport) => {
  const notifyError = useNotifyError();
  const changeMutation = useChangePreparedImport(shownImport.id);
  const pendingChangeRef = useRef<Promise<PreparedImport | null>>(null);
  /** The current upload, if the last change was refused because the upload had changed. */
  const [currentUpload, setCurrentUpload] = useState<PreparedImport | null>(null);
  const change: ChangePreparedImport = (changes, revision = shownImport.revision) => {
    const pendingChange = changeMutation
      .mutateAsync({ changes, revision })
      .catch((error: unknown) => {
        const conflictingUpload = getConflictingUpload(error);
        if (conflictingUpload) setCurrentUpload(conflictingUpload);
        else notifyError(error);
        return null;
      })
      .finally(() => {
        if (pendingChangeRef.current === pendingChange) pendingChangeRef.current = null;
      });
    pendingChangeRef.current = pendingChange;
    return pendingChange;
  };
  return { change, getPendingChange: () => pendingChangeRef.current, currentUpload, setCurrentUpload };
};
