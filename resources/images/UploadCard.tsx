import BrokenIcon from '@mui/icons-material/BrokenImageOutlined';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { useEffect, useState } from 'react';
import { imageLimits } from '#contract/limits.ts';
import { useFailureText } from '#providers/http/failureText.ts';
import { type Upload, useUploadStore } from '#providers/http/uploads.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Progress } from '#ui/Progress.tsx';
import styles from './Images.module.css';

export const UploadCard = ({ upload }: { upload: Upload }) => {
  const t = useT();
  const { retry, drop } = useUploadStore();
  const { id, file, status } = upload;
  const hasFailed = status === 'failed' || status === 'refused';
  return (
    <li className={styles['card']} data-upload={status} aria-label={t('gallery.upload.title', { name: file.name })}>
      <span className={styles['picture']}>
        <UploadPreview file={file} />
      </span>
      <div className={styles['caption']}>
        {hasFailed && <ErrorIcon fontSize="small" />}
        <span className={styles['words']} title={file.name}>
          <span>{file.name}</span>
          {hasFailed ? <UploadError upload={upload} /> : <UploadProgress upload={upload} />}
        </span>
        <IconButton
          aria-label={t(hasFailed ? 'gallery.upload.drop' : 'gallery.upload.cancel', { name: file.name })}
          onClick={() => drop(id)}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </div>
      {status === 'failed' && (
        <Button variant="outlined" onClick={() => retry(id)}>
          {t('gallery.upload.retry')}
        </Button>
      )}
    </li>
  );
};

const UploadProgress = ({ upload: { file, status, sentBytes } }: { upload: Upload }) => {
  const t = useT();
  const percent = Math.round(sentBytes * 100);
  const text = status === 'sending' ? t('gallery.upload.sending', { percent }) : null;
  return (
    <>
      <small>{text ?? t(status === 'waiting' ? 'gallery.upload.waiting' : 'gallery.upload.preparing')}</small>
      <Progress label={t('gallery.upload.title', { name: file.name })} value={sentBytes} />
    </>
  );
};

const UploadError = ({ upload: { status, error } }: { upload: Upload }) => {
  const t = useT();
  const text = useFailureText(error);
  const reason = text ?? t('gallery.upload.tooLarge', { megabytes: imageLimits.fileBytes / 2 ** 20 });
  return (
    <small className={styles['fault']} role="alert">
      {status === 'failed' ? t('gallery.upload.failed', { reason }) : reason}
    </small>
  );
};

const UploadPreview = ({ file }: { file: File }) => {
  const address = useObjectUrl(file);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <BrokenIcon />;
  return address && <img src={address} alt="" decoding="async" onError={() => setBroken(true)} />;
};

const useObjectUrl = (file: File): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return address;
};
