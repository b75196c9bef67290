import { categoryEditor } from './en/categoryEditor.ts';
import { drafts } from './en/drafts.ts';
import { editing } from './en/editing.ts';
import { errors } from './en/errors.ts';
import { gallery } from './en/gallery.ts';
import { home } from './en/home.ts';
import { importing } from './en/importing.ts';
import { importPage } from './en/importPage.ts';
import { links } from './en/links.ts';
import { listing } from './en/listing.ts';
import { matrix } from './en/matrix.ts';
import { denied, navigation } from './en/navigation.ts';
import { notifications } from './en/notifications.ts';
import { ordering } from './en/ordering.ts';
import { people, permissions } from './en/people.ts';
import { choices, common, resources, statuses } from './en/resources.ts';
import { runs } from './en/runs.ts';
import { sending } from './en/sending.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { synchronization } from './en/synchronization.ts';
import { used } from './en/used.ts';
import { validation } from './en/validation.ts';
import { visit } from './en/visit.ts';
import type { Translation } from './messages.ts';
import type { ru } from './ru.ts';

export const en: Translation<typeof ru> = {
  session,
  shell,
  editing,
  visit,
  navigation,
  denied,
  errors,
  validation,
  home,
  importing,
  importPage,
  links,
  listing,
  categoryEditor,
  gallery,
  ordering,
  used,
  matrix,
  notifications,
  drafts,
  people,
  permissions,
  runs,
  sending,
  synchronization,
  resources,
  common,
  statuses,
  choices,
};
