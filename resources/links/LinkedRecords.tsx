import AddIcon from '@mui/icons-material/Add';
import LinkOffIcon from '@mui/icons-material/LinkOff';
import { useDeferredValue, useState } from 'react';
import { useCanAccess } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import type { Hit } from '#contract/links.ts';
import { type ResourceName } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import rows from '#ui/Rows.module.css';
import { SearchField } from '#ui/SearchField.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { useLabels } from '../engine/useLabels.ts';
import { RecordStatus } from '../fields/RecordStatus.tsx';
import { useRecordPath } from '../form/editorPaths.ts';
import { CorrectedSearch } from '../list/CorrectedSearch.tsx';
import { LinkPicker } from './LinkPicker.tsx';
import styles from './Links.module.css';
import { UnlinkDialog } from './UnlinkDialog.tsx';
import { type LinkTarget, useLinks } from './useLinks.ts';

interface LinkedRecordsProps {
  link: Omit<LinkTarget, 'id'>;
  linkedResource: ResourceName;
}

export const LinkedRecords = ({ link: { resource, field, calls }, linkedResource }: LinkedRecordsProps) => {
  const { id = '' } = useParams();
  const t = useT();
  const { canAccess: canAdd = false } = useCanAccess({ resource: linkedResource, action: 'list' });
  const labels = useLabels(linkedResource);
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [unlinkedItem, setUnlinkedItem] = useState<Hit | null>(null);
  const link: LinkTarget = { resource, field, calls, id: Number(id) };
  const deferredSearch = useDeferredValue(search);
  const { items, firstPage, error, retry, isPlaceholderData, more } = useLinks(link, linkedResource, deferredSearch);
  const total = firstPage?.total ?? 0;
  if (error && !items) return <ReadError error={error} onRetry={retry} />;
  return (
    <section className={styles['links']} aria-label={labels.several} aria-busy={!items}>
      <div className={rows['bar']}>
        <SearchField value={search} onSearch={setSearch} />
        <p role="status">{items && labels.count(total)}</p>
        {canAdd && (
          <Button variant="outlined" startIcon={<AddIcon fontSize="small" />} onClick={() => setAdding(true)}>
            {t('links.add')}
          </Button>
        )}
      </div>
      <CorrectedSearch typed={deferredSearch} search={isPlaceholderData ? undefined : firstPage?.corrected_search} />
      {items && total === 0 ? (
        <NoLinks isSearch={search !== ''} canAdd={canAdd} />
      ) : (
        <ul className={rows['rows']}>
          {items?.map(item => (
            <LinkedRow key={item.id} resource={linkedResource} item={item} onUnlink={() => setUnlinkedItem(item)} />
          ))}
        </ul>
      )}
      {more && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('links.more')}
        </Button>
      )}
      {isAdding && <LinkPicker link={link} resource={linkedResource} onClose={() => setAdding(false)} />}
      {unlinkedItem && <UnlinkDialog link={link} item={unlinkedItem} onClose={() => setUnlinkedItem(null)} />}
    </section>
  );
};

const NoLinks = ({ isSearch, canAdd }: { isSearch: boolean; canAdd: boolean }) => {
  const t = useT();
  if (isSearch) return <EmptyState title={t('links.notFound')} text={t('links.notFoundHint')} />;
  return <EmptyState title={t('links.none')} text={t(canAdd ? 'links.noneHint' : 'links.noneClosed')} />;
};

const LinkedRow = ({ resource, item, onUnlink }: { resource: ResourceName; item: Hit; onUnlink: () => void }) => {
  const t = useT();
  return (
    <li>
      <Thumbnail name={item.name} picture={item.picture} />
      <Link to={useRecordPath()(resource, item.id)}>{item.name}</Link>
      <span className={rows['detail']}>{item.detail}</span>
      {item.status && <RecordStatus status={item.status} resource={resource} />}
      <IconButton aria-label={t('links.unlinkOf', { name: item.name })} title={t('links.unlink')} onClick={onUnlink}>
        <LinkOffIcon fontSize="small" />
      </IconButton>
    </li>
  );
};
