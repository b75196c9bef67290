import { useEffect, useRef, useState } from 'react';
import { useImportProfiles } from '#providers/jobs/importProfiles.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { toImportMessages } from '#providers/reporting/notices.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageActions } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import runs from '../jobs/Runs.module.css';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import { DropZone } from './DropZone.tsx';
import { ImportProfiles } from './ImportProfiles.tsx';
import { PreparedUploads } from './PreparedUploads.tsx';

interface NewImportProps {
  /** The profile to read the next file with; null to choose the profile by the file's headings. */
  profileId: number | null;
  /** Receives the id of the uploaded file. */
  onUploaded: (id: number) => void;
  onDropProfile: () => void;
  onProfileChoose: (id: number) => void;
}

export const NewImport = ({ profileId, onUploaded, onDropProfile, onProfileChoose }: NewImportProps) => {
  const profile = useImportProfiles().data?.find(({ id }) => id === profileId);
  const { files, sentBytes, refusals, failure, send, leave } = useUpload(onUploaded, profile?.id);
  if (files)
    return <UploadProgress {...{ ...files, sentBytes, failure }} onRetry={() => send(files)} onLeave={leave} />;
  return (
    <>
      {profile && <ProfileNotice name={profile.name} onDrop={onDropProfile} />}
      <DropZone refusals={refusals} onFileChoose={(file, archive) => send({ file, archive })} />
      <PreparedUploads onOpen={onUploaded} />
      <ImportProfiles onOpen={onProfileChoose} />
    </>
  );
};

const ProfileNotice = ({ name, onDrop }: { name: string; onDrop: () => void }) => {
  const t = useT();
  return (
    <Notice
      kind="info"
      actions={
        <Button variant="outlined" onClick={onDrop}>
          {t('importPage.byHeadings')}
        </Button>
      }
    >
      {t('importPage.byProfile', { name })}
    </Notice>
  );
};

interface UploadedFiles {
  file: File;
  /** The images beside the table. */
  archive: File | null;
}

const useUpload = (onUploaded: (id: number) => void, profile: number | undefined) => {
  const imports = useRunStore('import');
  const notifyError = useNotifyError();
  const [files, setFiles] = useState<UploadedFiles | null>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const abortController = useRef<AbortController>(undefined);
  useEffect(() => () => abortController.current?.abort(), []);
  const leave = (reasons: readonly string[] = []) => {
    abortController.current?.abort();
    setFiles(null);
    setRefusals(reasons);
  };
  /** The table is stored first and is kept, so that the user can replace a refused archive on the preview page. */
  const addArchive = async (id: number, { file, archive }: UploadedFiles, signal: AbortSignal) => {
    if (!archive) return;
    const bytes = file.size + archive.size;
    const onUploadProgress = (part: number) => setSentBytes((file.size + part * archive.size) / bytes);
    await imports.addImages(id, archive, { signal, onUploadProgress }).catch((error: unknown) => {
      if (!signal.aborted) notifyError(error);
    });
  };
  const send = async (chosenFiles: UploadedFiles) => {
    abortController.current?.abort();
    const { signal } = (abortController.current = new AbortController());
    const { file, archive } = chosenFiles;
    const share = file.size / (file.size + (archive?.size ?? 0)) || 1;
    setFiles(chosenFiles);
    setFailure(null);
    setSentBytes(0);
    try {
      const onUploadProgress = (part: number) => setSentBytes(part * share);
      const keptUpload = await imports.keep(file, { signal, onUploadProgress, profile });
      if ('id' in keptUpload && !signal.aborted) await addArchive(keptUpload.id, chosenFiles, signal);
      if (signal.aborted) return;
      if ('id' in keptUpload) onUploaded(keptUpload.id);
      else leave(keptUpload);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    }
  };
  return {
    files,
    sentBytes,
    refusals,
    failure,
    leave: () => leave(),
    send: (chosenFiles: UploadedFiles) => void send(chosenFiles),
  };
};

interface UploadProgressProps extends UploadedFiles {
  /** Fraction of the files that has been sent. */
  sentBytes: number;
  failure: unknown;
  onRetry: () => void;
  onLeave: () => void;
}

const UploadProgress = ({ file, archive, sentBytes, failure, onRetry, onLeave }: UploadProgressProps) => {
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>(failure);
  const isSent = sentBytes >= 1;
  const state = isSent ? t('importPage.looking') : t('importPage.sending', { percent: Math.round(sentBytes * 100) });
  return (
    <section className={runs['run']} aria-label={t('importPage.run')}>
      <RunHead subject={[file.name, archive?.name].filter(Boolean).join(', ')}>
        <h2 ref={heading} role="status" tabIndex={-1}>
          {failure ? t('importPage.sendFailed') : state}
        </h2>
      </RunHead>
      {failure ? (
        <Notice kind="error">
          {toImportMessages(failure, (key, values) => t(`errors.${key}`, values)).join('\n')}
        </Notice>
      ) : (
        <div className={runs['track']}>
          <Progress value={isSent ? null : sentBytes} />
        </div>
      )}
      <PageActions>
        <Button onClick={onLeave}>{t('importPage.otherFile')}</Button>
        {Boolean(failure) && (
          <Button variant="contained" onClick={onRetry}>
            {t('importPage.sendAgain')}
          </Button>
        )}
      </PageActions>
    </section>
  );
};
