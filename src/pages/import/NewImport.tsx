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
  onKept: (id: number) => void;
  onDropProfile: () => void;
  onProfile: (id: number) => void;
}

export const NewImport = ({ profileId, onKept, onDropProfile, onProfile }: NewImportProps) => {
  const profile = useImportProfiles().data?.find(({ id }) => id === profileId);
  const { files, sent, refused, failure, send, leave } = useUpload(onKept, profile?.id);
  if (files) return <UploadProgress {...{ ...files, sent, failure }} onRetry={() => send(files)} onLeave={leave} />;
  return (
    <>
      {profile && <ProfileNotice name={profile.name} onDrop={onDropProfile} />}
      <DropZone refused={refused} onFile={(file, archive) => send({ file, archive })} />
      <PreparedUploads onOpen={onKept} />
      <ImportProfiles onOpen={onProfile} />
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

const useUpload = (onKept: (id: number) => void, profile: number | undefined) => {
  const imports = useRunStore('import');
  const notifyError = useNotifyError();
  const [files, setFiles] = useState<UploadedFiles | null>(null);
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const leave = (reasons: readonly string[] = []) => {
    sending.current?.abort();
    setFiles(null);
    setRefused(reasons);
  };
  /** The table is stored first and stays, so that a refused archive can be replaced in its preview. */
  const addArchive = async (id: number, { file, archive }: UploadedFiles, signal: AbortSignal) => {
    if (!archive) return;
    const bytes = file.size + archive.size;
    const onUploadProgress = (part: number) => setSent((file.size + part * archive.size) / bytes);
    await imports.addImages(id, archive, { signal, onUploadProgress }).catch((error: unknown) => {
      if (!signal.aborted) notifyError(error);
    });
  };
  const send = async (chosen: UploadedFiles) => {
    sending.current?.abort();
    const { signal } = (sending.current = new AbortController());
    const { file, archive } = chosen;
    const share = file.size / (file.size + (archive?.size ?? 0)) || 1;
    setFiles(chosen);
    setFailure(null);
    setSent(0);
    try {
      const onUploadProgress = (part: number) => setSent(part * share);
      const kept = await imports.keep(file, { signal, onUploadProgress, profile });
      if ('id' in kept && !signal.aborted) await addArchive(kept.id, chosen, signal);
      if (signal.aborted) return;
      if ('id' in kept) onKept(kept.id);
      else leave(kept);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    }
  };
  return { files, sent, refused, failure, leave: () => leave(), send: (chosen: UploadedFiles) => void send(chosen) };
};

interface UploadProgressProps extends UploadedFiles {
  /** Fraction of the files that has been sent. */
  sent: number;
  failure: unknown;
  onRetry: () => void;
  onLeave: () => void;
}

const UploadProgress = ({ file, archive, sent, failure, onRetry, onLeave }: UploadProgressProps) => {
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>(failure);
  const isSent = sent >= 1;
  const state = isSent ? t('importPage.looking') : t('importPage.sending', { percent: Math.round(sent * 100) });
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
          <Progress value={isSent ? null : sent} />
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
