import CanceledIcon from '@mui/icons-material/BlockOutlined';
import FinishedIcon from '@mui/icons-material/CheckCircleOutline';
import ReadIcon from '@mui/icons-material/Done';
import ChangedIcon from '@mui/icons-material/EditNoteOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutline';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import AccessIcon from '@mui/icons-material/LockOpenOutlined';
import { type ComponentType, type Ref, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Notification, NotificationKind } from '#contract/notifications.ts';
import type { DeclaredResource } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { type Formats, useFormats } from '#resources/engine/format.ts';
import { useOpenPath } from '#resources/form/editorPaths.ts';
import { IconButton, Pressable } from '#ui/Button.tsx';
import styles from './Notifications.module.css';

const icons = {
  import_finished: FinishedIcon,
  import_failed: FailedIcon,
  import_canceled: CanceledIcon,
  import_waiting: WaitingIcon,
  import_source_failed: FailedIcon,
  synchronization_finished: FinishedIcon,
  synchronization_failed: FailedIcon,
  synchronization_canceled: CanceledIcon,
  sending_finished: FinishedIcon,
  sending_failed: FailedIcon,
  sending_canceled: CanceledIcon,
  undo_finished: FinishedIcon,
  undo_failed: FailedIcon,
  undo_canceled: CanceledIcon,
  role_given: AccessIcon,
  permissions_given: AccessIcon,
  record_shared: AccessIcon,
  record_changed: ChangedIcon,
} satisfies Record<NotificationKind, ComponentType>;

interface NotificationRowProps {
  item: Notification;
  onFollow: () => void;
  onOpenUndo: (runId: number) => void;
  onRead: () => void;
}

export const NotificationRow = ({ item, onFollow, onOpenUndo, onRead }: NotificationRowProps) => {
  const t = useT();
  const formats = useFormats();
  const Icon = icons[item.kind];
  const target = useRef<HTMLElement>(null);
  const address = useOpenPath(item.link ?? '');
  const isUnread = item.read_at === null;
  const runId = 'run_id' in item.payload ? item.payload.run_id : undefined;
  const authorName = formatAuthor(t, item);
  const content = (
    <>
      <span className={styles['what']}>
        {isUnread && <span className="visually-hidden">{t('notifications.unread')}</span>} {formatText(t, item)}
      </span>
      <span className={styles['about']}>
        {[formatDetail(t, formats, item), authorName].filter(Boolean).map(text => `${text} · `)}
        <time dateTime={item.created_at}>{formats.moment(item.created_at)}</time>
      </span>
    </>
  );
  const open = (follow: () => void) => () => {
    if (isUnread) onRead();
    follow();
  };
  // The button disappears and the focus would be lost, so the focus moves to the row's link.
  const markRead = () => {
    target.current?.focus();
    onRead();
  };
  return (
    <li className={styles['row']} data-unread={isUnread || undefined} data-kind={item.kind}>
      <Icon />
      {runId !== undefined ? (
        <Pressable
          className={styles['target']}
          ref={target as Ref<HTMLButtonElement>}
          onClick={open(() => onOpenUndo(runId))}
        >
          {content}
        </Pressable>
      ) : item.link !== null ? (
        <Link className={styles['target']} ref={target as Ref<HTMLAnchorElement>} to={address} onClick={open(onFollow)}>
          {content}
        </Link>
      ) : (
        <span className={styles['target']}>{content}</span>
      )}
      {isUnread && (
        <IconButton aria-label={t('notifications.readOne')} title={t('notifications.readOne')} onClick={markRead}>
          <ReadIcon fontSize="small" />
        </IconButton>
      )}
    </li>
  );
};

type Translate = ReturnType<typeof useT>;

const formatText = (t: Translate, { kind, payload }: Notification): string => {
  switch (kind) {
    case 'import_finished':
    case 'import_failed':
    case 'import_canceled':
      return t(`notifications.kind.${kind}`, { file: payload.file_name });
    case 'import_waiting':
    case 'import_source_failed':
      return t(`notifications.kind.${kind}`, { profile: payload.profile });
    case 'role_given':
      return t('notifications.kind.role_given', { role: payload.role });
    case 'permissions_given':
      return t('notifications.kind.permissions_given', { smart_count: payload.slugs.length });
    case 'record_changed':
    case 'record_shared':
      return t(`notifications.kind.${kind}`, {
        resource: t(`resources.${payload.resource as DeclaredResource}.one`),
        name: payload.name,
      });
    default:
      return t(`notifications.kind.${kind}`);
  }
};

/** The user to whom the action is attributed, plus the actual actor if someone was impersonating that user. */
const formatAuthor = (t: Translate, { payload }: Notification): string | null => {
  if (!('by' in payload) || payload.by === null) return null;
  const { by: authorName, acted_by } = payload;
  return acted_by === undefined ? authorName : t('editing.actedAs', { name: authorName, actor: acted_by });
};

/** The details of a notification; null if its text already contains everything. */
const formatDetail = (t: Translate, formats: Formats, { kind, payload }: Notification): string | null => {
  switch (kind) {
    case 'import_finished':
      return t('notifications.details.import', {
        new: formats.number(payload.counts.new),
        changed: formats.number(payload.counts.changed),
        faulty: formats.number(payload.counts.faulty),
      });
    case 'import_waiting':
      return payload.file_name;
    case 'import_source_failed':
      return payload.why;
    case 'synchronization_finished':
      return t('notifications.details.synchronization', {
        published: formats.number(payload.published),
        faulty: formats.number(payload.faulty),
      });
    case 'sending_finished':
      return t(payload.failed.length > 0 ? 'notifications.details.sendingFailed' : 'notifications.details.sending', {
        sent: formats.number(payload.sent),
        failed: payload.failed.join(', '),
      });
    case 'undo_finished':
      return t('notifications.details.undo', {
        records: formats.number(payload.records),
        left: formats.number(payload.left),
      });
    case 'record_shared':
      return t(`notifications.details.${payload.level}`);
    default:
      return null;
  }
};
