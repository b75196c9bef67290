import { useEffect, useRef, useState } from 'react';
import { useImportProfiles } from '#providers/jobs/importProfiles.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
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
  const { file, sent, refused, failure, send, leave } = useUpload(onKept, profile?.id);
  if (file) return <UploadProgress {...{ file, sent, failure }} onRetry={() => send(file)} onLeave={leave} />;
  return (
    <>
      {profile && <ProfileNotice name={profile.name} onDrop={onDropProfile} />}
      <DropZone refused={refused} onFile={send} />
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

const useUpload = (onKept: (id: number) => void, profile: number | undefined) => {
  const imports = useRunStore('import');
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const leave = (reasons: readonly string[] = []) => {
    sending.current?.abort();
    setFile(null);
    setRefused(reasons);
  };
  const send = async (chosen: File) => {
    sending.current?.abort();
    const { signal } = (sending.current = new AbortController());
    setFile(chosen);
    setFailure(null);
    setSent(0);
    try {
      const kept = await imports.keep(chosen, { signal, onUploadProgress: setSent, profile });
      if (signal.aborted) return;
      if ('id' in kept) onKept(kept.id);
      else leave(kept);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    }
  };
  return { file, sent, refused, failure, leave: () => leave(), send: (chosen: File) => void send(chosen) };
};

interface UploadProgressProps {
  file: File;
  /** Fraction of the file that has been sent. */
  sent: number;
  failure: unknown;
  onRetry: () => void;
  onLeave: () => void;
}

const UploadProgress = ({ file, sent, failure, onRetry, onLeave }: UploadProgressProps) => {
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>(failure);
  const isSent = sent >= 1;
  const state = isSent ? t('importPage.looking') : t('importPage.sending', { percent: Math.round(sent * 100) });
  return (
    <section className={runs['run']} aria-label={t('importPage.run')}>
      <RunHead subject={file.name}>
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
