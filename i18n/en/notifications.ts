import type { Translation } from '../messages.ts';
import type { notifications as source } from '../ru/notifications.ts';

export const notifications: Translation<typeof source> = {
  title: 'Notifications',
  bell: 'Notifications, unread: %{unread}',
  unread: 'Unread:',
  readOne: 'Mark as read',
  readAll: 'Mark all as read',
  more: 'Show more',
  none: 'Nothing has happened yet',
  noneHint:
    'You will see here how imports and synchronizations ended, what you were given access to and who changed a record that you have open.',
  kind: {
    import_finished: 'Import of “%{file}” finished',
    import_failed: 'Import of “%{file}” was stopped by an error',
    import_canceled: 'Import of “%{file}” was cancelled',
    import_waiting: 'Supplier “%{profile}”: a table waits for approval',
    import_source_failed: 'Supplier “%{profile}”: the source cannot be read',
    synchronization_finished: 'Publication finished',
    synchronization_failed: 'Publication stopped by an error',
    synchronization_canceled: 'Publication cancelled',
    sending_finished: 'Sending media finished',
    sending_failed: 'Sending media broken off by a fault',
    sending_canceled: 'Sending media cancelled',
    undo_finished: 'Undo finished',
    undo_failed: 'Undo stopped by an error',
    undo_canceled: 'Undo stopped',
    role_given: 'Your role is now: %{role}',
    permissions_given: 'You were given %{smart_count} permission |||| You were given %{smart_count} permissions',
    record_changed: '%{resource} “%{name}”: changed while your edits of it are not saved',
    record_shared: '%{resource} “%{name}”: you were given access',
  },
  details: {
    import: 'new %{new}, changed %{changed}, with errors %{faulty}',
    synchronization: 'records published: %{published}, with errors: %{faulty}',
    sending: 'files: %{sent}',
    sendingFailed: 'files: %{sent}, not all was got by: %{failed}',
    undo: 'records taken back: %{records}, left as they are: %{left}',
    view: 'you may see it',
    edit: 'you may change it',
  },
};
