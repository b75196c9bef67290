import { z } from 'zod';
import { editedResources } from './editing.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { ImportRunCounts } from './importing.ts';
import { permissionSlugs } from './permissions.ts';
import { sharingLevels } from './sharing.ts';

/**
 * Schema of one kind of notification. Only the kind and its data are stored, so that each reader gets the text in their
 * own language.
 */
const defineNotification = <K extends string, P extends z.ZodRawShape>(kind: K, payload: P) =>
  z.object({
    id: Id,
    kind: z.literal(kind),
    payload: z.object(payload),
    link: z.string().nullable(),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
  });

/** The name of the user who did it; `acted_by` is the name of the actor, if another user acted as them. */
const personName = z.string().nullable();
const authorFields = { by: personName, acted_by: z.string().optional() };

/** Its log is shown in a dialog, not on a page. Absent in notifications of earlier versions. */
const undoRun = { run_id: Id.optional() };

export const Notification = z.discriminatedUnion('kind', [
  defineNotification('import_finished', { file_name: z.string(), counts: ImportRunCounts }),
  defineNotification('import_failed', { file_name: z.string() }),
  defineNotification('import_canceled', { file_name: z.string(), ...authorFields }),
  defineNotification('import_waiting', { file_name: z.string(), profile: z.string() }),
  defineNotification('import_source_failed', { profile: z.string(), why: z.string() }),
  defineNotification('synchronization_finished', { published: z.int(), faulty: z.int() }),
  defineNotification('synchronization_failed', {}),
  defineNotification('synchronization_canceled', authorFields),
  defineNotification('sending_finished', { sent: z.int(), failed: z.array(z.string()) }),
  defineNotification('sending_failed', {}),
  defineNotification('sending_canceled', authorFields),
  defineNotification('undo_finished', { ...undoRun, records: z.int(), left: z.int() }),
  defineNotification('undo_failed', undoRun),
  defineNotification('undo_canceled', { ...undoRun, ...authorFields }),
  defineNotification('role_given', { role: z.string(), ...authorFields }),
  defineNotification('permissions_given', { slugs: z.array(z.enum(permissionSlugs)), ...authorFields }),
  defineNotification('record_changed', { resource: z.enum(editedResources), name: z.string(), ...authorFields }),
  defineNotification('record_shared', {
    resource: z.string(),
    name: z.string(),
    level: z.enum(sharingLevels),
    ...authorFields,
  }),
]);
export type Notification = z.output<typeof Notification>;
export type NotificationKind = Notification['kind'];

const UnreadCount = z.object({ unread: z.int().min(0) });

export const notificationEndpoints = {
  list: endpoint('GET /notifications', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(0).max(100).default(20),
    }),
    result: UnreadCount.extend({
      items: z.array(Notification),
      total: z.int(),
      page: z.int(),
      per_page: z.int(),
    }),
  }),
  /**
   * Marks notifications as read: either some of them, or all up to the newest one on the screen, so that later
   * notifications stay unread.
   */
  read: endpoint('PUT /notifications/read', {
    access: 'signed-in',
    isEverywhere: true,
    body: z.union([z.strictObject({ ids: z.array(Id).min(1).max(1000) }), z.strictObject({ until: Id })]),
    result: UnreadCount,
  }),
};
