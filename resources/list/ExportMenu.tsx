import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { useRef, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { type ExportFormat, exportFormats } from '#contract/bulk.ts';
import { downloadTable } from '#providers/http/exportCalls.ts';
import { saveBlob } from '#providers/http/saveBlob.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button, IconButton } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import styles from './ExportMenu.module.css';

interface ExportMenuProps {
  definition: Definition;
  ids?: readonly number[];
}

export const ExportMenu = ({ definition, ids }: ExportMenuProps) => {
  const t = useT();
  const { total } = useListContext();
  const { receivedBytes, start, cancel } = useExport(definition.name, ids);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (receivedBytes !== null) return <ExportProgress receivedBytes={receivedBytes} onCancel={cancel} />;
  return (
    <>
      <Button
        variant={ids ? 'outlined' : 'text'}
        isIconOnPhone={!ids}
        startIcon={<DownloadIcon fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        disabled={!ids && !total}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {t('listing.export')}
      </Button>
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        {exportFormats.map(format => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(null);
              void start(format);
            }}
          >
            {t(`listing.exportAs.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

const ExportProgress = ({ receivedBytes, onCancel }: { receivedBytes: number; onCancel: () => void }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <span className={styles['receiving']} role="status">
      {t('listing.exporting', { size: number(receivedBytes / 2 ** 20, 1) })}
      <IconButton aria-label={t('listing.exportCancel')} title={t('listing.exportCancel')} onClick={onCancel}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </span>
  );
};

interface ExportState {
  /** Bytes; null when no download is running. */
  receivedBytes: number | null;
  start: (format: ExportFormat) => Promise<void>;
  cancel: () => void;
}

/** Runs one export at a time; the file is saved even if the person leaves the list. */
const useExport = (resource: string, ids: readonly number[] | undefined): ExportState => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { filterValues, sort } = useListContext();
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const underWay = useRef<AbortController>(undefined);
  const start = async (format: ExportFormat): Promise<void> => {
    const call = new AbortController();
    underWay.current = call;
    setReceivedBytes(0);
    try {
      const list = { filter: filterValues ?? {}, sort };
      const request = { format, list, ids, signal: call.signal, onProgress: setReceivedBytes };
      const { blob, fileName } = await downloadTable(api, resource, request);
      const name = fileName ?? `${resource}.${format}`;
      saveBlob(blob, name);
      notify(t('listing.exported', { name }), { type: 'success' });
    } catch (error) {
      if (!call.signal.aborted) notifyError(error);
    } finally {
      setReceivedBytes(null);
    }
  };
  return { receivedBytes, start, cancel: () => underWay.current?.abort() };
};
