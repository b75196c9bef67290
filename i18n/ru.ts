import { categoryEditor } from './ru/categoryEditor.ts';
import { drafts } from './ru/drafts.ts';
import { editing } from './ru/editing.ts';
import { errors } from './ru/errors.ts';
import { gallery } from './ru/gallery.ts';
import { home } from './ru/home.ts';
import { importing } from './ru/importing.ts';
import { importPage } from './ru/importPage.ts';
import { links } from './ru/links.ts';
import { listing } from './ru/listing.ts';
import { matrix } from './ru/matrix.ts';
import { denied, navigation } from './ru/navigation.ts';
import { notifications } from './ru/notifications.ts';
import { ordering } from './ru/ordering.ts';
import { people, permissions } from './ru/people.ts';
import { choices, common, resources, statuses } from './ru/resources.ts';
import { runs } from './ru/runs.ts';
import { sending } from './ru/sending.ts';
import { session } from './ru/session.ts';
import { shell } from './ru/shell.ts';
import { synchronization } from './ru/synchronization.ts';
import { used } from './ru/used.ts';
import { validation } from './ru/validation.ts';
import { visit } from './ru/visit.ts';

/** The Russian catalogue, the source of every key. */
export const ru = {
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
} as const;
