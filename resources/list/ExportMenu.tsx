import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { type ReactElement, useRef, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { type ExportFormat, exportFormats } from '#contract/bulk.ts';
import { type ExportProfile, isExportResource } from '#contract/exportProfiles.ts';
import { importAccess } from '#contract/importing.ts';
import { getPagePath } from '#contract/pages.ts';
import { downloadTable } from '#providers/http/exportCalls.ts';
import { saveBlob } from '#providers/http/saveBlob.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useExportProfiles } from '#providers/jobs/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Menu, MenuDivider, MenuItem, MenuNote, MenuTitle } from '#ui/Menu.tsx';
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
  const profileItems = useProfileItems(definition.name, anchor !== null, profile => {
    setAnchor(null);
    void start(profile.file.type, profile.id);
  });
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
        {profileItems}
      </Menu>
    </>
  );
};

/** The profiles with which the list can be exported, and a link to the profiles for users who may change them. */
const useProfileItems = (
  resource: string,
  isOpen: boolean,
  onChoose: (profile: ExportProfile) => void,
): ReactElement[] => {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const isExported = isExportResource(resource);
  const { data: profiles = [], error } = useExportProfiles(
    isExported ? resource : 'nomenclature',
    isExported && isOpen,
  );
  if (!isExported) return [];
  const items = profiles.map(profile => (
    <MenuItem key={profile.id} onClick={() => onChoose(profile)}>
      <span className={styles['profile']}>
        {profile.name}
        {profile.empty_headings.length > 0 && (
          <small>{t('exportProfiles.menuEmpty', { names: profile.empty_headings.join(', ') })}</small>
        )}
      </span>
    </MenuItem>
  ));
  return [
    ...(profiles.length > 0 ? [<MenuTitle key="title">{t('exportProfiles.menuTitle')}</MenuTitle>, ...items] : []),
    ...(error ? [<MenuNote key="error">{t('exportProfiles.menuFailed')}</MenuNote>] : []),
    ...(can(importAccess)
      ? [
          <MenuDivider key="divider" />,
          <MenuItem key="manage" onClick={() => void navigate(`${getPagePath('exportProfiles')}?resource=${resource}`)}>
            {t('exportProfiles.manage')}
          </MenuItem>,
        ]
      : []),
  ];
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
  start: (format: ExportFormat, profile?: number) => Promise<void>;
  cancel: () => void;
}

/** Runs one export at a time. The file is saved even if the user leaves the list. */
const useExport = (resource: string, ids: readonly number[] | undefined): ExportState => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { filterValues, sort } = useListContext();
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const underWay = useRef<AbortController>(undefined);
  const start = async (format: ExportFormat, profile?: number): Promise<void> => {
    const call = new AbortController();
    underWay.current = call;
    setReceivedBytes(0);
    try {
      const list = { filter: filterValues ?? {}, sort };
      const request = { format, profile, list, ids, signal: call.signal, onProgress: setReceivedBytes };
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
