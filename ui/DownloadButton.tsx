import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import type { Download } from '#providers/http/http.ts';
import { saveBlob } from '#providers/http/saveBlob.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from './Button.tsx';

interface DownloadButtonProps {
  download: () => Promise<Download>;
  spareName: string;
  variant?: 'outlined' | 'text';
  disabled?: boolean;
  children: string;
}

/** Downloads with `fetch`, because a plain link cannot send the access token. */
export const DownloadButton = ({
  download,
  spareName,
  variant = 'outlined',
  disabled,
  children,
}: DownloadButtonProps) => {
  const notifyError = useNotifyError();
  const save = async () => {
    try {
      const { blob, fileName } = await download();
      saveBlob(blob, fileName ?? spareName);
    } catch (error) {
      if (!notifyError(error)) throw error;
    }
  };
  return (
    <Button
      variant={variant}
      disabled={disabled}
      startIcon={<DownloadIcon fontSize="small" />}
      onClick={() => void save()}
    >
      {children}
    </Button>
  );
};
