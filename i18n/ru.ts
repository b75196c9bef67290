import { getPermissionNames } from '#contract/permissions.ts';
import { getPageMessages } from './getPageMessages.ts';
import type { AllLabels } from './messages.ts';
import { actAs } from './ru/actAs.ts';
import { batches } from './ru/batches.ts';
import { categoryEditor } from './ru/categoryEditor.ts';
import { drafts } from './ru/drafts.ts';
import { editing } from './ru/editing.ts';
import { errors } from './ru/errors.ts';
import { exportProfiles } from './ru/exportProfiles.ts';
import { gallery } from './ru/gallery.ts';
import { home } from './ru/home.ts';
import { importing } from './ru/importing.ts';
import { importPage } from './ru/importPage.ts';
import { links } from './ru/links.ts';
import { listing } from './ru/listing.ts';
import { matrix } from './ru/matrix.ts';
import { menu } from './ru/menu.ts';
import { notifications } from './ru/notifications.ts';
import { ordering } from './ru/ordering.ts';
import { people } from './ru/people.ts';
import * as resources from './ru/resources.ts';
import { runs } from './ru/runs.ts';
import { security } from './ru/security.ts';
import { sending } from './ru/sending.ts';
import { session } from './ru/session.ts';
import { shell } from './ru/shell.ts';
import { synchronization } from './ru/synchronization.ts';
import { system } from './ru/system.ts';
import { trash } from './ru/trash.ts';
import { undo } from './ru/undo.ts';
import { used } from './ru/used.ts';
import { validation } from './ru/validation.ts';
import { common, words } from './ru/words.ts';

/** The Russian catalogue. It defines the keys; translations have to match them. */
export const ru = {
  session,
  shell,
  editing,
  actAs,
  menu,
  pages: getPageMessages('ru'),
  errors,
  validation,
  home,
  importing,
  importPage,
  exportProfiles,
  links,
  listing,
  categoryEditor,
  gallery,
  ordering,
  used,
  matrix,
  notifications,
  drafts,
  batches,
  people,
  permissions: getPermissionNames('ru'),
  runs,
  security,
  sending,
  synchronization,
  system,
  trash,
  undo,
  resources: resources satisfies AllLabels,
  common,
  words,
} as const;
